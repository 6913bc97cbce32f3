import { randomOf, type Random } from '@sluice/demo/random';
import { ImportBusyError } from '../lease/lease.ts';
import { runImport } from '../engine/run-import.ts';
import { findEver } from '../lookup-fields/find-ever.ts';
import { useIn } from '../records/use.ts';
import { keysOf, keyText } from '../records/lookup.ts';
import type { ImportMessage } from '../services.ts';
import { shardCount } from '../store/ids.ts';
import { refKey, type StoredRecord } from '../store/record.ts';
import { Crash, dyingAt, recordsOver } from './dying.ts';
import { recordedStore } from './recorded-store.ts';
import { startService, type Service, type Site } from './service.ts';
import { oneByOne, takingTurns } from './turns.ts';

type Values = Record<string, string | boolean>;

const lookups = ['email', 'username', 'name'] as const;
type LookupField = (typeof lookups)[number];
const people = Array.from({ length: 14 }, (_, n) => ({
  email: `u${n}@x.org`,
  username: `user ${n}`,
  name: `Name ${n}`,
}));
function anyOf<T>(items: readonly T[], random: Random): T {
  const found = items[random.below(items.length)];
  if (found === undefined) throw new RangeError('There is none to choose.');
  return found;
}

const roundsAtMost = 60;
const triesAtMost = 30;

export interface Course {
  readonly service: Service;
  readonly sites: readonly Site[];
  readonly versions: ReadonlyMap<string, StoredRecord[]>;
  /** Messages that were still there when the time was over. */
  readonly left: number;
}

/**
 * Imports, requests and undos on two sites at once, which look clients up by fields for the first time while others write. Workers
 * die at any call, or stall until others believe them dead. The seed decides everything.
 */
export async function firstUses(seed: number): Promise<Course> {
  const random = randomOf(seed);
  const { store, versions } = recordedStore();
  const service = startService(store);
  service.advance(seed * 60_000);
  const sites = [await service.newSite(), await service.newSite()];
  const begins: Begun[] = [];
  for (const site of sites) begins.push(await begin(service, site, random));
  for (let round = 0; round < 3; round += 1) {
    const requests: (() => Promise<unknown>)[] = [];
    for (const one of begins) requests.push(...(await asked(service, one, random)));
    await allAtOnce(service, random, requests);
  }
  let rounds = 0;
  for (; service.messages.length > 0 && rounds < roundsAtMost; rounds += 1) {
    service.advance(60_000);
    await allAtOnce(service, random, [], false);
  }
  return { service, sites, versions, left: service.messages.length };
}

interface Begun {
  readonly site: Site;
  /** The field by which its clients have been looked up so far. */
  readonly usual: LookupField;
  readonly importIds: string[];
}

/** Clients that exist before, some of them changed and deleted, by one lookup. */
async function begin(service: Service, site: Site, random: Random): Promise<Begun> {
  const usual = random.pick(lookups);
  const known = people.filter(() => random.next() < 0.3);
  const importIds: string[] = [];
  for (const records of [known, changedSome(known, usual, random)]) {
    if (records.length === 0) continue;
    const set = { schema: 'client', lookup: usual, records };
    importIds.push((await service.importAll(site, [set])).importId);
    service.advance(1000);
  }
  return { site, usual, importIds };
}

/** Each value of another field is changed, or the client is deleted. */
function changedSome(known: readonly Values[], lookup: LookupField, random: Random): Values[] {
  return known
    .filter(() => random.next() < 0.4)
    .map((person): Values => {
      const found = { [lookup]: person[lookup] ?? '' };
      if (random.next() < 0.2) return { ...found, deleted: true };
      const other = anyOf(
        lookups.filter((name) => name !== lookup),
        random,
      );
      const n = Math.floor(random.next() * 20);
      return { ...found, [other]: other === 'email' ? `new${n}@x.org` : `New ${n}` };
    });
}

/** Queues imports and undos. @returns requests that write at once */
async function asked(
  service: Service,
  { site, usual, importIds }: Begun,
  random: Random,
): Promise<(() => Promise<unknown>)[]> {
  const imports = Array.from({ length: 3 }, () => setsOf(usual, random));
  for (const recordSets of imports) {
    const { body } = await service.call('import', site, { recordSets, dryRun: random.next() < 0.15 });
    importIds.push(String(body['importId']));
  }
  const importId = anyOf(importIds, random);
  if (random.next() < 0.6) await service.control('revertImport', { siteId: site.siteId, importId });
  const { body } = await service.call('getUsers', site, { fields: ['id'], limit: 50 });
  const users = (body['items'] as { id: string }[]).filter(() => random.next() < 0.2);
  const saved = [
    ...users.map(({ id }, n) => ({ id, name: `Saved ${n}`, email: `saved${n}@x.org` })),
    { name: 'Someone', username: 'someone' },
  ];
  return [() => service.call('saveUsers', site, { users: saved })];
}

function setsOf(usual: LookupField, random: Random) {
  const clients = () => {
    const lookup = random.next() < 0.7 ? usual : random.pick(lookups);
    const some = people.filter(() => random.next() < 0.5);
    const records = random.next() < 0.6 ? some : changedSome(some, lookup, random);
    return { schema: 'client', lookup, records: records.length > 0 ? records : people.slice(0, 1) };
  };
  const person = anyOf(people, random);
  const issue = {
    schema: 'issue',
    lookup: random.pick(['identifier', 'title']),
    records: [{ identifier: 'I', title: 'T', requesterId: random.pick([person.email, person.username]) }],
  };
  return [clients(), ...(random.next() < 0.5 ? [clients()] : []), ...(random.next() < 0.2 ? [issue] : [])];
}

/** Delivers each message, some of them twice, and makes the requests. What did not end is delivered again later. */
async function allAtOnce(
  service: Service,
  random: Random,
  requests: readonly (() => Promise<unknown>)[],
  mayFail = true,
): Promise<void> {
  const messages = service.messages.splice(0);
  const turns = takingTurns(random.next);
  const deliveries = messages.flatMap((message) =>
    mayFail && random.next() < 0.3 ? [message, message] : [message],
  );
  const dies = (): number => (mayFail && random.next() < 0.3 ? Math.ceil(random.next() * 60) : Infinity);
  const ended = await turnsOf(service, { turns, random, mayFail }, [
    ...deliveries.map((message) => deliver(message, service, { turns, at: dies() * random.pick([1, -1]) })),
    ...requests.map(async (request) => {
      await request();
      return [];
    }),
  ]);
  for (const message of ended.flat())
    if (!service.messages.some(({ importId }) => importId === message.importId))
      service.messages.push(message);
}

interface Turning {
  readonly turns: ReturnType<typeof takingTurns>;
  readonly random: Random;
  readonly mayFail: boolean;
}

/** Between two calls time passes, sometimes so much that a lease or a registration ends. */
async function turnsOf<T>(
  service: Service,
  { turns, random, mayFail }: Turning,
  tasks: readonly Promise<T>[],
): Promise<T[]> {
  const pass = () => {
    const dice = random.next();
    service.advance(mayFail && dice < 0.004 ? 400_000 : mayFail && dice < 0.01 ? 60_000 : 5);
  };
  await turns.run(tasks, pass);
  return Promise.all(tasks);
}

/** @returns the message, if it has to come again */
async function deliver(
  message: ImportMessage,
  service: Service,
  { turns, at }: { readonly turns: Turning['turns']; readonly at: number },
): Promise<ImportMessage[]> {
  const { services } = service;
  const dying = dyingAt(at);
  const over = <T extends object>(port: T): T => turns.over(dying.over(port));
  const { records, lookups: entries, lookupFields, imports } = services.store;
  const store = oneByOne({
    ...services.store,
    records: recordsOver(over, records),
    lookups: over(entries),
    lookupFields: over(lookupFields),
    imports: { ...over(imports), scan: imports.scan },
  });
  // Asks again, so that it takes over from a worker that stalls.
  for (let tried = 0; tried < triesAtMost; tried += 1) {
    try {
      await runImport(message, { ...services, store });
      return [];
    } catch (error) {
      if (error instanceof Crash) return [message];
      if (!(error instanceof ImportBusyError)) throw error;
    }
  }
  return [message];
}

/** Everything that must hold afterwards and does not. */
export async function wrongIn({ service, sites, versions, left }: Course): Promise<string[]> {
  const wrong = left > 0 ? [`${left} imports did not end`] : [];
  for (const site of sites) wrong.push(...(await missingOf(site, service, versions)));
  return wrong;
}

/** Each value that a record has or had leads to it: by its entry, or as long as its field is not used by the record itself. */
async function missingOf(
  { siteId }: Site,
  { services: { store, now } }: Service,
  versions: ReadonlyMap<string, StoredRecord[]>,
): Promise<string[]> {
  const use = useIn(await store.lookupFields.get(siteId));
  const missing: string[] = [];
  for (const kind of ['user', 'issue']) {
    for (const record of await allOf(store, siteId, kind)) {
      const history = versions.get(refKey(record)) ?? [];
      const has = new Set(keysOf(kind, record.fields).map(keyText));
      for (const key of history.flatMap(({ fields }) => keysOf(kind, fields))) {
        const [entered] = await store.lookups.find(siteId, [key]);
        const needsEntry = use(key) === 'used' || !has.has(keyText(key));
        const [ever] = await findEver([key], { store, siteId, now, until: Infinity });
        if (!ever?.includes(record.id) || (needsEntry && !entered?.includes(record.id)))
          missing.push(`${use(key)} ${keyText(key)} of ${record.id} version ${record.version}`);
      }
    }
  }
  return [...new Set(missing)];
}

async function allOf(
  { records }: Service['services']['store'],
  siteId: string,
  kind: string,
): Promise<StoredRecord[]> {
  const found: StoredRecord[] = [];
  for (let shard = 0; shard < shardCount; shard += 1)
    for await (const page of records.shard(siteId, { kind, shard })) found.push(...page);
  return found;
}
