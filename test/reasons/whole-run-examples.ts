import type { Reason } from '@sluice/contract';
import { readDrop, type ReadDropServices } from '@sluice/flow/read/read-drop';
import { ObjectNotDecrypted, ObjectNotFound } from '@sluice/flow/ports';
import { resumeRun } from '@sluice/flow/sweep/resume-run';
import { memoryReading } from '@sluice/flow/testing/memory-reading';
import { withApproval } from '@sluice/flow/track/before-import';
import { endCancelled } from '@sluice/flow/track/cancel';
import { enterLane } from '@sluice/flow/attempts/lane';
import { nextStep } from '@sluice/flow/track/next-step';
import type { Why } from '@sluice/flow/run-reason';
import { approvalReasons } from '@sluice/import-plan';
import { LedgerError, runIdOf, type Run } from '@sluice/ledger';

const hour = 3_600_000;
const began = Date.parse('2026-03-01T08:00:00.000Z');
const at = '2026-03-01T09:00:00.000Z';
const text = 'E-mail,Name\nann@example.com,Ann\n';

/** A drop that is not taken. */
interface Refused {
  readonly key: string;
  /** Of `profiles/owners.json`. */
  readonly profile?: object | string;
  readonly change?: (services: ReadDropServices) => Partial<ReadDropServices>;
}

const client = { schema: 'client', lookup: 'email' };
const owners = (profile: Refused['profile']): Refused => ({ key: 'inbox/owners/new.csv', profile });
const drops: readonly Refused[] = [
  { key: 'inbox/new.csv' },
  { key: 'inbox/client/new.csv' },
  { key: 'inbox/clients/email/new.csv' },
  { key: 'inbox/client/phone/new.csv' },
  {
    key: 'inbox/client/email/new.csv',
    change: ({ approval }) => ({ approval: { ...approval, dropsWithoutProfile: 'reject' } }),
  },
  owners({ ...client, schema: 'clients' }),
  owners({ ...client, paused: true }),
  owners({ ...client, ignored: ['Notes'] }),
  owners({ ...client, columns: { Fax: 'fax' } }),
  owners({ ...client, fromFile: { timezone: 'name' } }),
  { key: 'inbox/client/email/new.csv', change: (services) => whenRead(services, new ObjectNotFound('gone')) },
  {
    key: 'inbox/client/email/new.csv',
    change: (services) => whenRead(services, new ObjectNotDecrypted('denied')),
  },
  {
    key: 'inbox/client/email/new.csv',
    // Between two rows, as a fault of the reader.
    change: () => ({ time: { leftMs: () => Number('0'.repeat(-1)), isLast: false } }),
  },
  { key: 'inbox/client/email/new.csv', change: () => ({ time: { leftMs: () => 0, isLast: true } }) },
  {
    key: 'inbox/client/email/new.csv',
    change: ({ ledger }) => ({ ledger: { ...ledger, planBatch: otherBatch } }),
  },
];

function whenRead({ drops }: ReadDropServices, error: Error): Partial<ReadDropServices> {
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield* [];
    throw error;
  }
  return { drops: { ...drops, stream } };
}

async function otherBatch(): Promise<never> {
  throw new LedgerError('batch_differs', 'Another version planned it.');
}

/** What runs say of drops, of their plans, and of their ends. */
export async function reasonsOfWholeRuns(): Promise<Reason[]> {
  const runs: Why[] = [];
  for (const one of drops) runs.push(await refusalOf(one));
  return [
    ...[
      ...runs,
      await olderVersion(),
      await neverRead(),
      ...ends(),
      ...(await approvals()),
      await cancelled(),
    ].flatMap(reasonsIn),
    ...beyondGuardRails(),
  ];
}

/** A run has one text for all its reasons. */
function reasonsIn({ reason, reasonCodes }: Why): Reason[] {
  return reasonCodes.map((code) => ({ code: code as Reason['code'], says: reason }));
}

const whyIn = ({ reason = '', reasonCodes = [] }: Partial<Run> = {}): Why => ({
  reason,
  reasonCodes: reasonCodes as Why['reasonCodes'],
});

function services() {
  const clock = { now: began };
  return { clock, all: memoryReading(() => new Date(clock.now)) };
}

const dropOf = (key: string, versionId = 'v1') => ({
  bucket: 'drops',
  key,
  versionId,
  bytes: text.length,
  droppedBy: 'ana',
});

async function refusalOf({ key, profile, change }: Refused): Promise<Why> {
  const { all } = services();
  all.drops.putVersion({ key, versionId: 'v1' }, Buffer.from(text));
  if (profile !== undefined)
    all.drops.putVersion(
      { key: 'profiles/owners.json', versionId: 'p1' },
      Buffer.from(JSON.stringify(profile)),
    );
  const drop = dropOf(key);
  await readDrop(drop, { ...all, ...change?.(all) });
  return whyIn(await all.ledger.run(runIdOf(drop)));
}

async function olderVersion(): Promise<Why> {
  const { clock, all } = services();
  const key = 'inbox/client/email/new.csv';
  const [older, newer] = [dropOf(key, 'v1'), dropOf(key, 'v2')];
  for (const { versionId } of [older, newer]) all.drops.putVersion({ key, versionId }, Buffer.from(text));
  const inbox = { versionsOf: async () => ['v2', 'v1'] };
  const enter = async (drop: typeof older) => {
    const run = await all.ledger.run(runIdOf(drop));
    return run && (await enterLane(run, { ...all, inbox })).run;
  };
  await readDrop(newer, all);
  await enter(newer);
  await all.ledger.moveRun(runIdOf(newer), { type: 'importingStarted', at });
  await all.ledger.moveRun(runIdOf(newer), { type: 'finished', at, status: 'succeeded' });
  clock.now += 1000;
  await readDrop(older, all);
  return whyIn(await enter(older));
}

async function neverRead(): Promise<Why> {
  const { clock, all } = services();
  const drop = dropOf('inbox/client/email/new.csv');
  const runId = runIdOf(drop);
  const { run } = await all.ledger.beginRun({
    ...drop,
    runId,
    fileName: 'new.csv',
    target: all.target,
    emails: [],
  });
  clock.now += 4 * hour;
  await resumeRun(run, all as never);
  return whyIn(await all.ledger.run(runId));
}

const counts = {
  created: 0,
  updated: 0,
  unchanged: 0,
  deleted: 0,
  landed: 0,
  failed: 0,
  notAttempted: 0,
  unknown: 0,
};
const batch = { batch: 1, rows: 40, attempts: [] };
const aRun = (status: Run['status'], reading: object, facts: object = {}) =>
  ({
    runId: 'r',
    status,
    reading: { rows: 40, batches: 1, failed: 0, skipped: 0, notes: [], ...reading },
    ...facts,
  }) as unknown as Run;

function ends(): Why[] {
  const dry = { ...batch, phase: 'dry', status: 'succeeded', counts: { ...counts, created: 40 } };
  const real = { ...dry, phase: 'real' };
  const dryRun = { migration: { dryRun: true } };
  const passed = (facts: object) => ({
    run: aRun('checking', {}, facts),
    submissions: [dry],
    otherPhase: [],
  });
  const ended = (facts: object) => ({
    run: aRun('importing', {}),
    submissions: [{ ...real, ...facts }],
    otherPhase: [dry],
  });
  const all = [
    { ...passed({}), run: aRun('checking', { failed: 2 }) },
    { ...passed({}), run: aRun('checking', { failed: 2 }, dryRun) },
    {
      ...passed({}),
      submissions: [{ ...dry, status: 'failed', counts, reason: 'given up after 20 attempts' }],
    },
    passed(dryRun),
    {
      ...ended({ status: 'unknown', counts: { ...counts, unknown: 40 } }),
      stuck: [{ batch: 1, reason: 'no answer came back' }],
    },
    ended({ counts: { ...counts, created: 38, failed: 2 } }),
  ];
  return all.map((one) => {
    const step = nextStep({ stuck: [], at, ...one } as never);
    return step.kind === 'move' ? whyIn(step.event as Partial<Run>) : whyIn();
  });
}

const rule = (guardRails: object) => ({ approval: 'auto', guardRails, secondPerson: false }) as const;
const previewed = {
  rows: { read: 40, filtered: 0, failed: 5, notAttempted: 0, warned: 4 },
  records: { created: 20, updated: 12, deleted: 3 },
};

const beyondGuardRails = (): Reason[] =>
  [{ mostInvalid: 0 }, { mostChanged: '10 %' }, { mostDeleted: 0 }, { mostWarned: 1 }].flatMap((rails) =>
    approvalReasons(rule(rails), previewed),
  );

async function approvals(): Promise<Why[]> {
  const approved = { approval: { asked: 1, plan: { sha256: 'old' }, approved: { by: 'ana', at } } };
  const restored = { restored: { from: '2026-02-28T18:00:00.000Z', until: at, at, check: 0 } };
  const overtaken = {
    mayNeedApproval: undefined,
    overtakenBy: runIdOf(dropOf('inbox/client/email/new.csv')),
  };
  const facts = [{}, approved, restored, { ...approved, secondPerson: true }, overtaken];
  return Promise.all(
    facts.map(async (one) => {
      const run = aRun('checking', {}, { mayNeedApproval: true, ...one });
      const rules = JSON.stringify({ ...rule({}), approval: 'restored' in one ? 'auto' : 'ask' });
      const files = { get: async () => rules };
      const step = await withApproval(
        { kind: 'import' },
        { run, submissions: () => [] } as never,
        { files, now: () => new Date(at) } as never,
      );
      return step.kind === 'move' ? whyIn(step.event as Partial<Run>) : whyIn();
    }),
  );
}

async function cancelled(): Promise<Why> {
  const run = aRun('checking', {}, { cancel: { by: 'ana', at } });
  let why = whyIn();
  const ledger = {
    moveRun: async (_: string, event: Partial<Run>) => {
      why = whyIn(event);
      return { moved: false, now: run };
    },
  };
  await endCancelled({ run, phase: 'dry', otherPhase: [], submissions: () => [] } as never, 1, {
    ledger,
    now: () => new Date(at),
  } as never);
  return why;
}
