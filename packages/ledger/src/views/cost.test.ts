import { expect, it } from 'vitest';
import { costOf } from './cost.ts';
import { progressOf } from '../run/progress.ts';
import { prices, usdOf } from './prices.ts';
import { aRun, aSubmission, second } from '../testing/builders.ts';
import { anAttempt } from '../testing/submission-events.ts';

const reading = { rows: 1000, batches: 2, failed: 0, skipped: 0 };
const submissionsWith = (attempts: number) =>
  [1, 2].flatMap((batch) =>
    (['dry', 'real'] as const).map((phase) =>
      aSubmission({ batch, phase, attempts: [anAttempt({ number: attempts })] }),
    ),
  );
const costAfter = (steps: number, attempts = 1, stayed = { steps: 0, ms: 0 }) => {
  const run = aRun({ reading, resultKey: 'sheet', notice: { state: 'sent', at: second(11) } });
  const seen = {
    status: run.status,
    dry: { ms: 0, latest: [] },
    real: { ms: 0, latest: [] },
    movedAt: second(11),
  };
  return costOf(run, progressOf(run, submissionsWith(attempts), { steps, stayed, read: 4 * steps, ...seen }));
};

it('follows from attempts, batches, rows and steps of the tracker', () => {
  const { usd, ...requests } = costAfter(7);
  expect(requests).toEqual({
    invocations: 13,
    gbSeconds: 6.88753,
    tableWrites: 137,
    tableReads: 69,
    queueRequests: 13,
    objectPuts: 7,
    objectGets: 15,
    transitions: 23,
    logBytes: 38_600,
    mails: 1,
  });
  expect(usd).toBeCloseTo(usdOf(requests), 6);
});

it('grows with each step and attempt', () => {
  expect(costAfter(8).transitions).toBe(26);
  expect(costAfter(8).usd).toBeGreaterThan(costAfter(7).usd);
  expect(costAfter(7, 5).usd).toBeGreaterThan(costAfter(7).usd);
});

it('has fewer transitions, and more seconds, where the tracker stays for its next step', () => {
  const [turns, stays] = [costAfter(7), costAfter(7, 1, { steps: 5, ms: 8000 })];
  expect(turns.transitions - stays.transitions).toBe(15);
  expect(turns.invocations - stays.invocations).toBe(5);
  expect(stays.gbSeconds - turns.gbSeconds).toBeCloseTo(4, 5);
  expect(stays.usd).toBeLessThan(turns.usd);
});

it('names the region and the date of its prices', () => {
  expect(prices).toMatchObject({ region: 'us-east-1', asOf: expect.stringMatching(/^20\d\d-\d\d$/) });
});
