import type { LostTime } from '@sluice/ledger';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMemoryDynamo } from '../faults/aws/dynamo.ts';
import { sdkBackend } from '../faults/sdk-backend.ts';
import {
  hour,
  inbox,
  minute,
  real,
  sheetOf,
  staged,
  until,
  untilRun,
  type Staging,
} from '../scenarios/staging.ts';
import { breachesOf } from '../simulation/checks.ts';
import { decideTruthfully } from '../simulation/finish.ts';

/** A flow whose ledger can be backed up, and restored as docs/restoring.md says. */
function restorable(options: Staging) {
  const table = createMemoryDynamo();
  let lost: LostTime | undefined;
  const world = staged({
    ...options,
    backend: (parts) => sdkBackend(parts, { dynamo: table, lost: () => lost }),
  });
  return {
    world,
    /** @returns what restores the ledger to this moment, and lets the flow go on */
    backup: () => {
      const from = world.now().toISOString();
      const restore = table.backup();
      return async (): Promise<void> => {
        lost = { from, until: world.now().toISOString() };
        restore();
        world.deploy();
        world.pass(20 * minute);
        await world.settle();
      };
    },
    act: async (runId: string, what: string): Promise<void> => {
      expect((await world.act(runId, what)).status).toBe(200);
      await world.settle();
    },
    /** What the service has taken for real, and what its records are. */
    inService: () => ({
      imports: [...world.service.imports.values()].flatMap(({ dryRun, importId }) =>
        dryRun ? [] : [importId],
      ),
      records: [...world.service.records].toSorted(),
    }),
    breaches: async (): Promise<string[]> => {
      expect(world.failures).toEqual([]);
      // Of runs that the ledger forgot, the first intents are gone.
      const isOfForgotten = (breach: string) => breach.endsWith('was sent more often than it was intended');
      return (await breachesOf(world, [])).filter((breach) => !isOfForgotten(breach));
    },
  };
}
const sheetWith = (...people: readonly string[]) =>
  sheetOf('email,name', ...people.map((one) => `${one}@example.com,${one}`));

const byBen = { metadata: { 'sluice-dropped-by': 'ben' } };

/** Everything that can be under way at the time of the backup, and what happened after it. */
describe('a ledger that was restored from a backup', () => {
  const {
    world,
    backup,
    inService,
    breaches,
    act: actOn,
  } = restorable({ isOurs: true, approval: { secondPerson: true }, dryEndsSuccess: undefined });
  const runs: Record<string, string> = {};
  const idOf = (name: string): string => runs[name] ?? '';
  const act = (name: string, what: string) => actOn(idOf(name), what);
  const runOf = (name: string) => world.runOf(idOf(name));
  const drop = (name: string, ...people: readonly string[]) =>
    (runs[name] = world.drop(`inbox/client/email/${name}.csv`, sheetWith(...people), byBen));
  const importIds = async (name: string) =>
    (await world.ledger.submissions(idOf(name))).flatMap(({ phase, importId }) =>
      phase === 'real' ? [importId] : [],
    );
  async function statuses(): Promise<Record<string, string>> {
    const found = Object.keys(runs).map(async (name) => [name, (await runOf(name)).status]);
    return Object.fromEntries(await Promise.all(found));
  }
  const landed = {
    'undone since': 'undone',
    ...Object.fromEntries(
      ['approved since', 'importing', 'queued', 'being read', 'dropped since'].map((name) => [
        name,
        'succeeded',
      ]),
    ),
  };
  let before: ReturnType<typeof inService>;
  let learned: unknown;
  let mails = 0;

  beforeAll(async () => {
    world.profile({ schema: 'client', lookup: 'email', approval: 'ask' });
    drop('undone since', 'ada');
    runs['approved since'] = world.drop('inbox/members/approved since.csv', sheetWith('ben'), byBen);
    await world.settle();
    drop('importing', 'gus', 'hal', 'ida');
    await untilRun(world, idOf('importing'), 'importing');
    drop('queued', 'cleo');
    await untilRun(world, idOf('queued'), 'queued');
    drop('being read', 'lea');
    await untilRun(world, idOf('being read'), 'reading');
    const restore = backup();
    drop('dropped since', 'dora', 'emil');
    drop('dropped and undone since', 'fay');
    await world.settle();
    await act('approved since', 'approve');
    await act('undone since', 'undo');
    await act('dropped and undone since', 'undo');
    expect(await statuses()).toEqual({ ...landed, 'dropped and undone since': 'undone' });
    [before, learned, mails] = [inService(), await importIds('importing'), world.mails.length];
    await restore();
  });

  it('asks about every drop of the lost time, with what it would write now, and writes nothing (invariants 3, 8)', async () => {
    expect(await statuses()).toEqual({
      // Only its report, and the mail about it, show that it was undone.
      'undone since': 'succeeded',
      'approved since': 'awaiting_approval',
      importing: 'succeeded',
      queued: 'awaiting_approval',
      'being read': 'awaiting_approval',
      'dropped since': 'awaiting_approval',
      'dropped and undone since': 'awaiting_approval',
    });
    const subjects = world.mails.slice(mails).map(({ subject }) => subject.replace(/ \(run .*/u, ''));
    expect(subjects.toSorted()).toEqual([
      'being read.csv: waits for approval: nothing to change',
      'dropped and undone since.csv: waits for approval: 1 to create',
      'dropped since.csv: waits for approval: nothing to change',
      'importing.csv: all 3 rows are in',
      'queued.csv: waits for approval: nothing to change',
    ]);
    expect((await runOf('dropped since')).reason).toMatch(
      /^The history was restored from a backup, and has nothing from 2026/u,
    );
    expect(inService()).toEqual(before);
  });

  it('learns the imports again that the service made, by their keys (invariant 4)', async () => {
    expect(await importIds('importing')).toEqual(learned);
    // It was read when nothing would have asked.
    expect((await world.act(idOf('queued'), 'approve', { by: 'ben' })).status).toBe(409);
    for (const name of ['queued', 'being read', 'dropped since']) await act(name, 'approve');
    const known = [...(await importIds('queued')), ...(await importIds('dropped since'))];
    expect(before.imports).toEqual(expect.arrayContaining(known));
    expect(await world.countsOf(idOf('dropped since'))).toMatchObject({ read: 2, created: 2 });
  });

  it('asks again when a person approves a plan of before the backup, and ends every run (invariants 5, 12)', async () => {
    await act('approved since', 'approve');
    expect(await runOf('approved since')).toMatchObject({
      status: 'awaiting_approval',
      approval: { asked: 2 },
    });
    await act('approved since', 'approve');
    await act('dropped and undone since', 'cancel');
    await act('undone since', 'undo');
    expect(await statuses()).toEqual({ ...landed, 'dropped and undone since': 'cancelled' });
    expect(inService()).toEqual(before);
    expect(await breaches()).toEqual([]);
  });
});

describe('a run that was importing at the time of the backup', () => {
  it.each([
    ['at a server without keys', { isOurs: false }, 0],
    [
      'at our service, when its keys may be forgotten',
      { isOurs: true, dryEndsSuccess: undefined },
      13 * hour,
    ],
  ])('asks a person what became of its batches, %s (invariant 3)', async (_where, options, later) => {
    const { world, backup, inService, breaches } = restorable(options);
    world.profile({ schema: 'client', lookup: 'email', batchSize: 1 });
    const runId = world.drop(inbox, sheetWith('ada', 'ben', 'cleo'));
    await untilRun(world, runId, 'importing');
    expect(real(world)).toEqual([]);
    const restore = backup();
    await world.settle();
    expect((await world.runOf(runId)).status).toBe('succeeded');
    const before = inService();
    world.pass(later);
    await restore();
    expect(await world.runOf(runId)).toMatchObject({ status: 'needs_decision', notice: { state: 'sent' } });
    expect(inService()).toEqual(before);
    await world.until(decideTruthfully(world, [runId]));
    await world.settle();
    expect((await world.runOf(runId)).status).toBe('succeeded');
    expect(inService()).toEqual(before);
    expect(await breaches()).toEqual([]);
  });
});

it('a migration that was under way at the time of the backup resumes, and its runs ask (invariants 3, 12)', async () => {
  const { world, backup, inService, breaches, act } = restorable({ isOurs: true, dryEndsSuccess: undefined });
  const steps = ['ada', 'ben'].map((one) => {
    const file = `migrations/${one}.csv`;
    world.put(file, sheetWith(one));
    return { file, schema: 'client', lookup: 'email' };
  });
  world.put('migrations/nightly.json', JSON.stringify({ steps }));
  const id = world.fire('nightly');
  const runIdsOf = async (step: number) => (await world.migrations.migration(id))?.steps[step]?.runIds ?? [];
  await until(world, async () => (await runIdsOf(0)).length > 0);
  const restore = backup();
  await world.settle();
  const before = inService();
  expect(before.records).toHaveLength(2);
  await restore();
  for (const step of [0, 1]) {
    const [runId = ''] = await runIdsOf(step);
    expect(await world.runOf(runId)).toMatchObject({ status: 'awaiting_approval' });
    expect(world.mails.at(-1)?.subject).toMatch(/^Migration nightly: needs your decision/u);
    await act(runId, 'approve');
    await world.later(20 * minute);
    await world.settle();
  }
  expect(await world.migrations.migration(id)).toMatchObject({ status: 'succeeded' });
  expect(inService()).toEqual(before);
  expect(await breaches()).toEqual([]);
});
