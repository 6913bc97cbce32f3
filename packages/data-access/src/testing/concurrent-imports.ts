import { setTimeout } from 'node:timers/promises';
import { randomOf, type Random } from '@sluice/demo/random';
import { runImport } from '../engine/run-import.ts';
import type { Store } from '../store/store.ts';
import type { StoredRecord } from '../store/record.ts';
import { recordsOver } from './dying.ts';
import { recordedStore } from './recorded-store.ts';
import { startService, type Credentials, type Imported, type Service, type Site } from './service.ts';
import { oneByOne, takingTurns } from './turns.ts';

type Values = Record<string, string | boolean>;

const emails = Array.from({ length: 8 }, (_, n) => `u${n}@x.org`);
const roles = ['Clerk', 'Plumber', 'Chair'] as const;
const phones = ['cellPhone', 'homePhone', 'workPhone'] as const;
const importsAtOnce = 16;

interface Course {
  readonly service: Service;
  readonly site: Site;
  readonly imports: readonly { readonly importId: string; readonly records: readonly Values[] }[];
  readonly statuses: readonly Imported[];
  readonly versions: ReadonlyMap<string, StoredRecord[]>;
}

/** Runs 16 concurrent imports of the same few clients and roles. The seed decides their content and order of calls. */
export async function concurrentImports(seed: number, base?: Store): Promise<Course> {
  const random = randomOf(seed);
  const { store, versions } = recordedStore(base);
  const service = startService(store);
  // Ids come from the time, so each seed gets its own site, even in a shared store.
  service.advance(seed * 60_000);
  const site = await service.newSite();
  const known = emails.filter(() => random.next() < 0.5).map((email) => ({ email, name: 'Known' }));
  if (known.length > 0)
    await service.importAll(site, [{ schema: 'client', lookup: 'email', records: known }]);
  service.advance(1000);
  const imports = [];
  for (let n = 0; n < importsAtOnce; n += 1) imports.push(await queued(service, site, requestOf(random, n)));
  await allAtOnce(service, { random: random.next, isMemory: base === undefined });
  const statuses: Imported[] = [];
  for (const { importId } of imports) statuses.push(await service.status(site, importId));
  return { service, site, imports, statuses, versions };
}

/** Each import writes distinct values, so that a value shows its writer. */
function requestOf(random: Random, n: number) {
  const clients = emails
    .filter(() => random.next() < 0.6)
    .map((email): Values => {
      if (random.next() < 0.1) return { email, deleted: true };
      return { email, name: `Name ${n}`, [random.pick(phones)]: `0${n}` };
    });
  return [
    {
      schema: 'client',
      lookup: 'email',
      records: clients.length > 0 ? clients : [{ email: emails[0] ?? '', name: 'N' }],
    },
    { schema: 'role', lookup: 'name', records: [{ name: random.pick(roles) }] },
  ];
}

async function queued(service: Service, site: Credentials, recordSets: ReturnType<typeof requestOf>) {
  const { body } = await service.call('import', site, { recordSets });
  return { importId: String(body['importId']), records: recordSets.flatMap(({ records }) => records) };
}

async function allAtOnce(
  service: Service,
  { random, isMemory }: { random: () => number; isMemory: boolean },
): Promise<void> {
  const { services } = service;
  const messages = service.messages.splice(0);
  if (!isMemory) {
    const real = { ...services, sleep: (ms: number) => setTimeout(ms) };
    await Promise.all(messages.map((message) => runImport(message, real)));
    return;
  }
  const turns = takingTurns(random);
  const { records, lookups, lookupFields } = services.store;
  const store = oneByOne({
    ...services.store,
    records: recordsOver(turns.over, records),
    lookups: turns.over(lookups),
    lookupFields: turns.over(lookupFields),
  });
  await turns.run(messages.map((message) => runImport(message, { ...services, store })));
  // Those that waited for the first use of a field.
  await service.drain();
}

export function wrongIn({ imports, statuses, versions }: Course): string[] {
  const byId = new Map(imports.map(({ importId, records }) => [importId, records]));
  const histories = [...versions.values()].map((history) =>
    history.toSorted((a, b) => a.version - b.version),
  );
  return [
    ...histories.flatMap((history) => lostUpdates(history, byId)),
    ...secondRecords(histories),
    ...statuses.flatMap((status) => falseOutcomes(status, histories)),
  ];
}

/** A write changes the fields of its record and keeps all others. */
function lostUpdates(
  history: readonly StoredRecord[],
  imports: ReadonlyMap<string, readonly Values[]>,
): string[] {
  return history.flatMap((record, at) => {
    const [, importId = '', number] = record.writer.split(' ');
    const given = imports.get(importId)?.[Number(number) - 1];
    if (!given) return [];
    const before = history[at - 1];
    const place = `${record.kind} ${record.id} version ${record.version}`;
    if (before ? before.version !== record.version - 1 : record.version !== 1)
      return [`${place}: skips a version`];
    if (given['deleted'] === true) return record.deleted ? [] : [`${place}: was to be deleted`];
    const expected: Record<string, unknown> = { ...before?.fields, ...given };
    const names = new Set([...Object.keys(expected), ...Object.keys(record.fields)]);
    return [...names]
      .filter((name) => name !== 'userType' && expected[name] !== record.fields[name])
      .map((name) => `${place}: ${name}`);
  });
}

function secondRecords(histories: readonly (readonly StoredRecord[])[]): string[] {
  const live = histories.flatMap((history) => history.at(-1) ?? []).filter(({ deleted }) => !deleted);
  const values = Map.groupBy(live, ({ kind, fields }) => `${kind} ${fields['email'] ?? fields['name']}`);
  return [...values].flatMap(([value, records]) =>
    records.length > 1 ? [`${value}: ${records.length} records`] : [],
  );
}

/** Every record that was reported as written was written, once. */
function falseOutcomes(
  { importId, status, errorMessage, preview }: Imported,
  histories: readonly (readonly StoredRecord[])[],
): string[] {
  if (status !== 'success') return [`${importId}: ${status}: ${errorMessage}`];
  const written = histories.flat();
  return (preview?.outcomes ?? []).flatMap(([number, outcome, id]) => {
    const own = written.filter(({ writer }) => writer === `import ${importId} ${number}`);
    const isRight = outcome === 'unchanged' ? own.length === 0 : own.length === 1 && own[0]?.id === id;
    return isRight ? [] : [`${importId} ${number}: ${outcome}, and ${own.length} writes`];
  });
}
