import type { LostTime } from '@sluice/ledger';
import { beforeAll, describe, expect, it } from 'vitest';
import { createMemoryDynamo } from '../faults/aws/dynamo.ts';
import { sdkBackend } from '../faults/sdk-backend.ts';
import { minute, sheetOf, staged, untilRun } from '../scenarios/staging.ts';
import { breachesOf } from '../simulation/checks.ts';

const table = createMemoryDynamo();
let lost: LostTime | undefined;
const world = staged({
  isOurs: true,
  dryEndsSuccess: undefined,
  backend: (parts) => sdkBackend(parts, { dynamo: table, lost: () => lost }),
});
const sheetWith = (...people: readonly string[]) =>
  sheetOf('email,name', ...people.map((one) => `${one}@example.com,${one}`));
const drop = (name: string, ...people: readonly string[]) =>
  world.drop(`inbox/client/email/${name}.csv`, sheetWith(...people));

const runs: Record<string, string> = {};
const idOf = (name: string): string => runs[name] ?? '';
const runOf = (name: string) => world.runOf(idOf(name));
async function statuses(): Promise<Record<string, string>> {
  const found = Object.keys(runs).map(async (name) => [name, (await runOf(name)).status]);
  return Object.fromEntries(await Promise.all(found));
}
async function act(name: string, what: string): Promise<void> {
  expect((await world.act(idOf(name), what)).status).toBe(200);
  await world.settle();
}
/** What the service has taken for real, and what its records are. */
const inService = () => ({
  imports: [...world.service.imports.values()].flatMap(({ dryRun, importId }) => (dryRun ? [] : [importId])),
  records: [...world.service.records].toSorted(),
});
const importIds = async (name: string) =>
  (await world.ledger.submissions(idOf(name))).flatMap(({ phase, importId }) =>
    phase === 'real' ? [importId] : [],
  );

/** Everything that can be under way at the time of the backup, and what happened after it. */
describe('a ledger that was restored from a backup', () => {
  let before: ReturnType<typeof inService>;
  let learned: unknown;
  let mails = 0;

  beforeAll(async () => {
    world.profile({ schema: 'client', lookup: 'email', approval: 'ask' });
    runs['undone since'] = drop('undone since', 'ada');
    runs['approved since'] = world.drop('inbox/members/approved since.csv', sheetWith('ben'));
    await world.settle();
    runs['importing'] = drop('importing', ...Array.from({ length: 1200 }, (_, at) => `p${at}`));
    await untilRun(world, runs['importing'], 'importing');
    runs['queued'] = drop('queued', 'cleo');
    await untilRun(world, runs['queued'], 'queued');
    const from = world.now().toISOString();
    const restore = table.backup();
    runs['dropped since'] = drop('dropped since', 'dora', 'emil');
    runs['dropped and undone since'] = drop('dropped and undone since', 'fay');
    await world.settle();
    await act('approved since', 'approve');
    await act('undone since', 'undo');
    await act('dropped and undone since', 'undo');
    expect(await statuses()).toEqual({
      'undone since': 'undone',
      'approved since': 'succeeded',
      importing: 'succeeded',
      queued: 'succeeded',
      'dropped since': 'succeeded',
      'dropped and undone since': 'undone',
    });
    [before, learned, mails] = [inService(), await importIds('importing'), world.mails.length];
    lost = { from, until: world.now().toISOString() };
    restore();
    world.deploy();
    world.pass(20 * minute);
    await world.settle();
  });

  it('asks about every drop of the lost time, with what it would write now, and writes nothing (invariants 3, 8)', async () => {
    expect(await statuses()).toEqual({
      // Only its report, and the mail about it, show that it was undone.
      'undone since': 'succeeded',
      'approved since': 'awaiting_approval',
      importing: 'succeeded',
      queued: 'awaiting_approval',
      'dropped since': 'awaiting_approval',
      'dropped and undone since': 'awaiting_approval',
    });
    const subjects = world.mails.slice(mails).map(({ subject }) => subject.replace(/ \(run .*/u, ''));
    expect(subjects.toSorted()).toEqual([
      'dropped and undone since.csv: waits for approval: 1 to create',
      'dropped since.csv: waits for approval: nothing to change',
      'importing.csv: all 1,200 rows are in',
      'queued.csv: waits for approval: nothing to change',
    ]);
    expect((await runOf('dropped since')).reason).toMatch(
      /^The ledger was restored from a backup: from 2026/u,
    );
    expect(inService()).toEqual(before);
  });

  it('learns the imports again that the service made, by their keys (invariant 4)', async () => {
    expect(await importIds('importing')).toEqual(learned);
    for (const name of ['queued', 'dropped since']) await act(name, 'approve');
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
    expect(await statuses()).toEqual({
      'undone since': 'undone',
      'approved since': 'succeeded',
      importing: 'succeeded',
      queued: 'succeeded',
      'dropped since': 'succeeded',
      'dropped and undone since': 'cancelled',
    });
    expect(inService()).toEqual(before);
    expect(world.failures).toEqual([]);
    // Of runs that the ledger forgot, the first intents are gone.
    const isOfForgotten = (breach: string) => breach.endsWith('was sent more often than it was intended');
    expect((await breachesOf(world, [])).filter((breach) => !isOfForgotten(breach))).toEqual([]);
  });
});
