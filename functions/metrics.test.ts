import { rowClasses, type Counts } from '@sluice/ledger';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { metricNames, type MetricName } from './metrics.ts';
import { meteredBudgets } from '@sluice/flow/measure/metered-ports';
import { captureLog } from '@sluice/flow/testing/log-lines';
import { droppedInto, people } from '@sluice/flow/testing/stories';
import { createWorld, type World } from '@sluice/flow/testing/world';
import { measureOpen } from '@sluice/flow/measure/measure-open';
import { measureOldest } from '@sluice/flow/measure/measure-oldest';

const log = captureLog();
beforeEach(() => {
  log.lines.length = 0;
});

const lineSchema = z.record(z.string(), z.unknown());
const lines = () => log.lines.map((line) => lineSchema.parse(JSON.parse(line)));
const valuesOf = (name: string) =>
  lines().flatMap((line) => (name in line ? z.number().parse(line[name]) : []));
const sumOf = (name: MetricName) => valuesOf(name).reduce((sum, value) => sum + value, 0);
const sums = () => Object.fromEntries(metricNames.map((name) => [name, sumOf(name)]));

const classes = ['read', ...rowClasses] as const;
const rowsMetric = (name: string) => `Rows${name.charAt(0).toUpperCase()}${name.slice(1)}`;
/** What must have been measured of rows, when these runs are all that ended. */
const rowsOf = (all: readonly Counts[]) =>
  Object.fromEntries(
    classes.map((name) => [rowsMetric(name), all.reduce((sum, counts) => sum + counts[name], 0)]),
  );

async function dropped(world: World, text: string, settings?: object): Promise<string> {
  const runId = await droppedInto(world, text, settings);
  await world.settle();
  return runId;
}

describe('what the flow measures', () => {
  it('is by class as many rows as its runs count, and each run once by its end (invariant 1)', async () => {
    const refuse = ({ name }: Readonly<Record<string, unknown>>) =>
      name === 'Canary 5' ? 'name: a name that is not taken' : undefined;
    const world = createWorld({ refuse });
    const wrong = (row: number) => (row === 4 ? { email: 'no address' } : {});
    const runIds = [
      await dropped(world, people(3)),
      await dropped(world, people(7, wrong)),
      await dropped(world, people(8, wrong), { invalidRows: 'skip' }),
      await dropped(world, people(3)),
    ];
    const counts = await Promise.all(runIds.map((runId) => world.countsFor(runId)));
    expect(sums()).toMatchObject({
      ...rowsOf(counts),
      RunsStarted: 4,
      RunsSucceeded: 1,
      RunsRejected: 1,
      RunsPartlySucceeded: 1,
      RunsDuplicate: 1,
      RunsFailed: 0,
      MailsSent: 4,
    });
    expect(sumOf('RowsFailed')).toBeGreaterThan(2);
  });

  it('is every batch by phase, as it was sent and ended', async () => {
    const world = createWorld();
    await dropped(world, people(7));
    expect(sums()).toMatchObject({
      DryRunsSent: 3,
      DryRunsEnded: 3,
      ImportsSent: 3,
      ImportsEnded: 3,
      BatchesAccepted: 6,
      ImportsAmbiguous: 0,
      BatchesParked: 0,
    });
    expect(valuesOf('ImportSeconds')).toHaveLength(3);
    expect(valuesOf('RunSeconds')).toHaveLength(1);
  });

  it('counts the end of a run once, although every step dies and is repeated (invariant 7)', async () => {
    const world = createWorld();
    const runId = await droppedInto(world, people(7));
    for (const step of ['readDrop', 'submitBatch', 'trackRun', 'reportRun'] as const) {
      world.crash({ step, after: 3 });
      await world.round();
    }
    await world.settle();
    expect(sums()).toMatchObject({
      RunsStarted: 1,
      RunsSucceeded: 1,
      ...rowsOf([await world.countsFor(runId)]),
    });
    expect(world.deaths()).toBeGreaterThan(1);
  });

  it('tells at each sweep how old the oldest run is, and 0 when nothing is open', async () => {
    const world = createWorld();
    await dropped(world, people(2));
    expect(valuesOf('RunsOpen').at(-1)).toBe(0);
    expect(valuesOf('OldestRunSeconds').at(-1)).toBe(0);
    expect(sumOf('Sweeps')).toBeGreaterThan(0);
  });

  it('tells since when the oldest question waits for a person, apart from runs that move', async () => {
    const world = createWorld();
    const run = await world.runOf(await dropped(world, people(2)));
    log.lines.length = 0;
    const at = (hour: number) => `2026-03-02T0${hour}:00:00.000Z`;
    const open = [
      { ...run, status: 'needs_decision', startedAt: at(0), questionAt: at(6) },
      { ...run, status: 'awaiting_approval', startedAt: at(0), questionAt: at(5) },
      { ...run, status: 'importing', startedAt: at(8) },
      { ...run, startedAt: at(0) },
    ] as const;
    measureOpen(open, new Date(at(9)));
    expect(sums()).toMatchObject({
      RunsOpen: 3,
      RunsAwaitingPerson: 2,
      OldestQuestionSeconds: 4 * 3600,
      OldestRunSeconds: 3600,
    });
  });

  it('tells how long the oldest batch has been on its way, while it is', async () => {
    const world = createWorld();
    const runId = await dropped(world, people(7));
    const [submission] = await world.ledger.submissions(runId);
    log.lines.length = 0;
    const sentAt = submission?.attempts[0]?.sentAt ?? '';
    const later = new Date(Date.parse(sentAt) + 90_000);
    const accepted = { ...submission!, status: 'accepted' } as const;
    measureOldest({ ...(await world.runOf(runId)), status: 'checking' }, [submission!, accepted], later);
    measureOldest(await world.runOf(runId), [accepted], later);
    expect(valuesOf('OldestBatchSeconds')).toEqual([90]);
  });

  it('is the calls that are left whenever a block of them is taken', async () => {
    const budgets = meteredBudgets({ read: async () => undefined, write: async () => true });
    const budget = { hour: '', given: { send: 0, poll: 0 }, reportedAt: '', blocks: [], version: 1 };
    await budgets.write({ ...budget, target: 't', limit: 400, free: 100 });
    await budgets.write({ ...budget, target: 't', limit: 400, free: -3 });
    expect(valuesOf('CallsLeft')).toEqual([100, 0]);
    expect(valuesOf('CallsLeftPercent')).toEqual([25, 0]);
  });

  it('holds no cell and no address, and each line says which run it is about (invariant 15)', async () => {
    const world = createWorld();
    const runId = await dropped(world, people(7));
    const measured = log.lines.filter((line) => line.includes('"measured"'));
    expect(measured.length).toBeGreaterThan(10);
    expect(measured.filter((line) => /Canary|person\d|example\.com/u.test(line))).toEqual([]);
    const ofRun = lines().filter((line) => 'RunsSucceeded' in line || 'ImportsSent' in line);
    expect(new Set(ofRun.map((line) => line['runId']))).toEqual(new Set([runId]));
  });
});
