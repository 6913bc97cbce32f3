import { measureOldest, measureOpen } from '@sluice/flow/measure/measure-runs';
import { meteredBudgets } from '@sluice/flow/measure/metered-ports';
import { rowClasses, type Counts } from '@sluice/ledger';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { metricNames, type MetricName } from '../../functions/metrics.ts';
import { sdkBackend } from '../faults/sdk-backend.ts';
import { isPrivate } from '../simulation/checks.ts';
import { takeLog } from '../simulation/log-lines.ts';
import { settled, sheetOf, type Staging } from './staging.ts';

const lineSchema = z.record(z.string(), z.unknown());
type Line = z.infer<typeof lineSchema>;
const measured = (lines: readonly Line[], name: string) =>
  lines.flatMap((line) => (name in line ? z.number().parse(line[name]) : []));
const sumOf = (lines: readonly Line[], name: MetricName) =>
  measured(lines, name).reduce((sum, value) => sum + value, 0);
const sumsOf = (lines: readonly Line[]) =>
  Object.fromEntries(metricNames.map((name) => [name, sumOf(lines, name)]));
const takeLines = () => takeLog().map((line) => lineSchema.parse(JSON.parse(line)));

/** What must be measured of rows if these runs are all that ended. */
const rowsOf = (all: readonly Counts[]) =>
  Object.fromEntries(
    (['read', ...rowClasses] as const).map((name) => [
      `Rows${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      all.reduce((sum, counts) => sum + counts[name], 0),
    ]),
  );

const people = (count: number, wrong = false) =>
  sheetOf(
    'email,name',
    ...Array.from({ length: count }, (_, n) =>
      wrong && n === 2 ? `no address,Canary ${n}` : `p${n}@example.com,Canary ${n}`,
    ),
  );

/** A run through the functions as they are deployed, over the real SDK. */
const dropped = (text: string, { profile = {}, ...staging }: Staging = {}) =>
  settled(text, { backend: sdkBackend, profile: { batchSize: 3, ...profile }, ...staging });

beforeEach(() => void takeLog());

describe('what the flow measures', () => {
  it('is by class as many rows as its runs count, and each run once by its end (invariant 1)', async () => {
    const refuse: Staging['refuse'] = ({ name }) =>
      name === 'Canary 5' ? 'name: a name that is not taken' : undefined;
    const { world, runId } = await dropped(people(3), { refuse });
    const runIds = [runId];
    const again = async (text: string, profile: object = {}) => {
      world.profile({ schema: 'client', lookup: 'email', batchSize: 3, ...profile });
      runIds.push(world.drop(`inbox/members/${runIds.length}.csv`, text));
      await world.settle();
    };
    await again(people(3));
    await again(people(7, true));
    await again(people(8, true), { invalidRows: 'skip' });
    const sums = sumsOf(takeLines());
    expect(sums).toMatchObject({
      ...rowsOf(await Promise.all(runIds.map(world.countsOf))),
      RunsStarted: 4,
      RunsSucceeded: 1,
      RunsRejected: 1,
      RunsPartlySucceeded: 1,
      RunsDuplicate: 1,
      RunsFailed: 0,
      MailsSent: 4,
    });
    expect(sums['RowsFailed']).toBeGreaterThan(2);
  });

  it('is every batch by phase, with no cell and no address (invariant 15)', async () => {
    const { runId } = await dropped(people(7));
    const lines = takeLines();
    expect(sumsOf(lines)).toMatchObject({
      DryRunsSent: 3,
      DryRunsEnded: 3,
      ImportsSent: 3,
      ImportsEnded: 3,
      BatchesAccepted: 6,
      ImportsAmbiguous: 0,
      BatchesParked: 0,
    });
    expect(measured(lines, 'ImportSeconds')).toHaveLength(3);
    expect(measured(lines, 'RunSeconds')).toHaveLength(1);
    // A metric without open runs would cost something all the time.
    expect([...measured(lines, 'RunsOpen'), ...measured(lines, 'OldestQuestionSeconds')]).not.toContain(0);
    const ofMetrics = lines.filter(({ code }) => code === 'measured');
    expect(ofMetrics.length).toBeGreaterThan(10);
    expect(ofMetrics.filter((line) => isPrivate(JSON.stringify(line)))).toEqual([]);
    const ofRun = ofMetrics.filter((line) => 'RunsSucceeded' in line || 'ImportsSent' in line);
    expect(new Set(ofRun.map((line) => line['runId']))).toEqual(new Set([runId]));
  });

  it('counts the end of a run once although its steps die and are repeated (invariant 7)', async () => {
    const died = new Set<string>();
    const { world, runId } = await dropped(people(7), {
      isOurs: true,
      scripted: ({ step, command }) => {
        if (died.has(step) || !/^(?:PutItem|UpdateItem|TransactWriteItems)$/u.test(command)) return undefined;
        died.add(step);
        return 'diesAfter';
      },
    });
    expect(sumsOf(takeLines())).toMatchObject({
      RunsStarted: 1,
      RunsSucceeded: 1,
      ...rowsOf([await world.countsOf(runId)]),
    });
    expect(died.size).toBeGreaterThan(3);
  });

  it('is since when the oldest question waits for a person, apart from runs that move', async () => {
    const { world, runId } = await dropped(people(2));
    const run = await world.runOf(runId);
    takeLog();
    const at = (hour: number) => `2026-03-02T0${hour}:00:00.000Z`;
    const open = [
      { ...run, status: 'needs_decision', startedAt: at(0), questionAt: at(6) },
      { ...run, status: 'awaiting_approval', startedAt: at(0), questionAt: at(5) },
      { ...run, status: 'importing', startedAt: at(8) },
      { ...run, startedAt: at(0) },
    ] as const;
    measureOpen(open, new Date(at(9)));
    expect(sumsOf(takeLines())).toMatchObject({
      RunsOpen: 3,
      RunsAwaitingPerson: 2,
      OldestQuestionSeconds: 4 * 3600,
      OldestRunSeconds: 3600,
    });
  });

  it('is how long the oldest batch has been on its way, while the run goes on', async () => {
    const { world, runId } = await dropped(people(7));
    const [submission] = await world.ledger.submissions(runId);
    const run = await world.runOf(runId);
    takeLog();
    const later = new Date(Date.parse(submission?.attempts[0]?.sentAt ?? '') + 90_000);
    const accepted = { ...submission!, status: 'accepted' } as const;
    measureOldest({ ...run, status: 'checking' }, [submission!, accepted], later);
    measureOldest(run, [accepted], later);
    expect(measured(takeLines(), 'OldestBatchSeconds')).toEqual([90]);
  });

  it('is the calls that are left whenever a block of them is taken', async () => {
    const budgets = meteredBudgets({ read: async () => undefined, write: async () => true });
    const budget = { hour: '', given: { send: 0, poll: 0 }, reportedAt: '', blocks: [], version: 1 };
    for (const free of [100, -3]) await budgets.write({ ...budget, target: 't', limit: 400, free });
    const lines = takeLines();
    expect(measured(lines, 'CallsLeft')).toEqual([100, 0]);
    expect(measured(lines, 'CallsLeftPercent')).toEqual([25, 0]);
  });
});
