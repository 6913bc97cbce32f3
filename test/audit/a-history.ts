import {
  storedCallSchema,
  verifyAudit,
  verifyWrites,
  withoutEvent,
  type StoredEvent,
} from '@sluice/data-access/audit';
import { checkedValuesSchema } from '@sluice/ledger/audit';
import { startService, type Service, type Site } from '@sluice/data-access/testing/service';
import {
  hashOfValues,
  runSummary,
  sealedLine,
  sealHash,
  type LedgerEvent,
  type Phase,
  type Seal,
} from '@sluice/ledger';
import { createMemoryLedger } from '@sluice/ledger/testing';
import type { AuditedHistory, ExportableHistory } from '@sluice/ledger/audit';
import { sha256 } from '@sluice/aws-kit/hash-chain';
import { expect } from 'vitest';

type Items = NonNullable<Awaited<ReturnType<AuditedHistory['items']>>>;

interface AStoredRun {
  readonly summary: ReturnType<typeof runSummary>;
  events: LedgerEvent[];
  items: Items;
}

/** What is stored of some runs, and their seals, so that it can be altered. */
export interface AHistory {
  readonly runs: Map<string, AStoredRun>;
  readonly seals: Seal[];
  /** The list of each day. */
  readonly lists: Map<string, string>;
  /** The log of the service, as it is stored. */
  acts: readonly StoredEvent[];
  /** The service to which the first run sent its rows. */
  readonly service: AService;
}

type AService = Awaited<ReturnType<typeof aService>>;

const [minute, day3] = [60_000, 3 * 86_400_000];

/** A service in which an import changed two records, after its dry run, and calls that were no imports another two. */
async function aService(random: () => number) {
  const service = startService();
  const { siteId, ...token } = await service.newSite();
  const records = (name: string) =>
    ['a', 'b'].map((of) => ({ email: `${of}@x.org`, name: `${name} of ${of}`, cellPhone: `07 ${random()}` }));
  const send = async (name: string, dryRun: boolean) => {
    service.advance(1000);
    const recordSets = [{ schema: 'client', lookup: 'email', records: records(name) }];
    const { importId, preview } = await service.importAll(token, recordSets, { dryRun });
    return { importId, valuesSha256: hashOfValues(preview?.values ?? {}) };
  };
  await send('Before "é\u2028"', false);
  const imports = { dry: await send('After', true), real: await send('After', false) };
  const calls = callsOf(service, { siteId, ...token });
  const first = await calls.save({ name: `Before ${random()}`, email: 'c@x.org' }, { name: 'Dan "é\u2028"' });
  service.advance(day3);
  await calls.save({ id: first[0], name: `After ${random()}` }, { id: first[1], cellPhone: '07 1' });
  await calls.save({ id: first[0], cellPhone: '07 2' });
  service.advance(30 * minute);
  await calls.save({ id: first[1], cellPhone: null });
  const { blobs, erasable, store } = service.services;
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of erasable?.versions('') ?? []) found.push(key);
    return found;
  };
  const text = async (key: string) => new TextDecoder().decode((await blobs.get(key))?.bytes);
  return {
    ...calls,
    imports,
    store,
    siteId,
    /** Every object by its key. */
    objects: async () =>
      new Map(await Promise.all((await keys()).map(async (key) => [key, await text(key)] as const))),
    remove: async (key: string) => {
      for await (const version of erasable?.versions(key) ?? []) await erasable?.remove(version);
    },
    put: (key: string, changed: string) => blobs.put(key, changed, 'application/json'),
    keyOf: async (phase: Phase, name: string) =>
      (await keys()).find((key) => key.includes(imports[phase].importId) && key.endsWith(name)) ?? '',
    erase: async (record: string) => {
      let cursor: unknown;
      do {
        const input = { siteId, record, receipt: 'a receipt of a person', cursor };
        cursor = (await service.control('eraseRecord', input)).body['nextCursor'];
      } while (cursor !== undefined);
    },
    check: async (importIds: readonly string[]) => {
      const { body } = await service.control('verifyValues', { siteId, importIds });
      return checkedValuesSchema.array().parse(body['items']);
    },
  };
}

/** Calls of a client, and what an audit finds of them. */
function callsOf(service: Service, { siteId, ...token }: Site) {
  const stored = async (input: object = {}) => {
    const { body } = await service.control('listWrites', { siteId, ...input });
    return storedCallSchema.array().parse(body['items']);
  };
  return {
    /** @returns the ids of the users */
    save: async (...users: object[]): Promise<(string | undefined)[]> => {
      const { body } = await service.call('saveUsers', token, { users });
      service.advance(minute);
      await service.publishing.work();
      return (body['users'] as { id: string }[]).map(({ id }) => id);
    },
    /** The same, but its event never comes. */
    lose: async (user: object): Promise<void> => {
      await service.call('saveUsers', token, { users: [user] });
      service.advance(minute);
      expect(service.publishing.calls.take()).toBeDefined();
      service.advance(30 * minute);
    },
    acts: () => service.audit.stored(),
    writes: async () => (await stored()).map(({ requestId }) => `writes/${siteId}/${requestId}.json`),
    findings: async (acts: readonly StoredEvent[]) => {
      const { events, findings } = verifyAudit(acts, await service.services.store.auditHead.get());
      const now = new Date(service.services.now().getTime() + 60 * minute);
      const site = { siteId, stored: await stored(), now };
      const asked = await Promise.all(
        withoutEvent(events, site).map(({ requestId }) => stored({ requestIds: [requestId] })),
      );
      const known = new Map([...site.stored, ...asked.flat()].map((call) => [call.requestId, call]));
      return [...findings, ...verifyWrites(events, { ...site, stored: [...known.values()] }).findings];
    },
  };
}

const day = (n: number): string => `2026-03-0${n}`;

/** Texts, names and numbers that languages sort and write differently. */
const oddities = {
  '10': 'e-mail',
  '9': 5e-7,
  '!Mobile': 'phone',
  é: 1e21,
  '\u{1f600}': 0.1,
  '\ufb33': null,
  __proto__: { deep: [1.5, { b: 1, a: 'line\nbreak \u2028 \u007f "' }] },
};

/**
 * Two days with one run each, and one day that is not sealed: the first was imported, the others stopped.
 * @param added what somebody put into the ledger later, with the time of the first day
 */
export async function aHistory(random: () => number, added?: 'run' | 'submission'): Promise<AHistory> {
  let clock = 0;
  const at = () => new Date(Date.parse(`${day(1)}T08:00:00Z`) + (clock += 1000)).toISOString();
  const ledger = createMemoryLedger({ now: () => new Date(at()) });
  const service = await aService(random);
  const history: AHistory = { runs: new Map(), seals: [], lists: new Map(), acts: service.acts(), service };
  const begin = async (runId: string) => {
    const facts = { bucket: 'b', key: `inbox/${runId}.csv`, versionId: 'v1', fileName: 'x.csv', bytes: 1 };
    await ledger.beginRun({ ...facts, runId, target: 't', emails: [], droppedBy: `A ${random()}` });
  };
  const submit = async (runId: string, phase: Phase) => {
    const [ref, owner] = [{ runId, batch: 1, phase }, phase];
    await ledger.moveSubmission(ref, { type: 'sendStarted', at: at(), owner, leaseUntil: at() });
    await ledger.moveSubmission(ref, {
      type: 'accepted',
      at: at(),
      owner,
      importId: service.imports[phase].importId,
    });
    await ledger.moveSubmission(ref, {
      type: 'ended',
      at: at(),
      status: 'succeeded',
      counts: { created: 10 },
      ...service.imports[phase],
    });
  };
  const reject = async (runId: string) => {
    await begin(runId);
    const proposal = { profile: { columns: oddities, share: random() * 1e-6 }, choices: [] };
    await ledger.moveRun(runId, { type: 'rejected', at: at(), reason: 'An unknown column', proposal });
  };
  const imported = 'run-imported';
  await begin(imported);
  await ledger.moveRun(imported, {
    type: 'settingsKnown',
    at: at(),
    schema: 'client',
    lookup: 'email',
    emails: [],
  });
  const batch = {
    runId: imported,
    number: 1,
    objectKey: 'k',
    sha256: 'h',
    rows: 10,
    firstRow: 2,
    lastRow: 11,
  };
  await ledger.planBatch(batch);
  const reading = { rows: 10, batches: 1, failed: 0, skipped: 0 };
  await ledger.moveRun(imported, { type: 'read', at: at(), sha256: 'abc', reading });
  await submit(imported, 'dry');
  await ledger.moveRun(imported, { type: 'importingStarted', at: at() });
  await ledger.planRealSubmissions([batch]);
  await submit(imported, 'real');
  await ledger.moveRun(imported, { type: 'finished', at: at(), status: 'succeeded' });
  await seal(imported);
  await reject('run-rejected');
  await seal('run-rejected');
  if (added !== undefined) clock = 3 * 3_600_000;
  if (added === 'submission') await ledger.planBatch({ ...batch, number: 2 });
  await reject('run-unsealed');
  for (const runId of [imported, 'run-rejected', 'run-unsealed'])
    history.runs.set(runId, {
      summary: runSummary(await stored(runId)),
      events: await ledger.events(runId),
      items: [...(await ledger.itemPage(runId, { limit: 99 })).items],
    });
  return history;

  async function stored(runId: string) {
    const run = await ledger.run(runId);
    if (run) return run;
    throw new Error(`There is no ${runId}.`);
  }

  async function seal(runId: string): Promise<void> {
    const list = sealedLine(await stored(runId), await ledger.submissions(runId));
    const before = history.seals.at(-1);
    const previous = before ? { day: before.day, hash: sealHash(before) } : null;
    const today = day(history.seals.length + 1);
    history.seals.push({ v: 1, day: today, at: at(), runs: 1, root: sha256(list), previous });
    history.lists.set(today, list);
    clock += 86_400_000;
  }
}

export const auditedOf = ({ runs, seals, lists, service }: AHistory): AuditedHistory & ExportableHistory => ({
  runs: async function* () {
    for (const { summary } of runs.values()) yield summary;
  },
  runPages: async function* () {
    yield { runs: [...runs.values()].map(({ summary }) => summary), unreadable: [] };
  },
  chain: async (runId) => runs.get(runId),
  items: async (runId) => runs.get(runId)?.items,
  values: service.check,
  seals: async () => ({ seals, noted: [], lists: [] }),
  sealedList: async (of) => lists.get(of) ?? '',
  head: async (runId) => Promise.reject(new Error(`${runId} is not listed.`)),
  migration: async (id) => Promise.reject(new Error(`There is no migration ${id}.`)),
});
