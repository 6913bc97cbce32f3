import { expect, it } from 'vitest';
import { costOf } from './cost.ts';
import { progressOf } from '../run/progress.ts';
import { prices } from './prices.ts';
import { aRun, aSubmission, second } from '../testing/builders.ts';
import { anAttempt } from '../testing/submission-events.ts';

const now = new Date(second(60));
const reading = { rows: 1000, batches: 2, failed: 0, skipped: 0 };
const submissions = [1, 2].flatMap((batch) =>
  (['dry', 'real'] as const).map((phase) => aSubmission({ batch, phase, attempts: [anAttempt()] })),
);

it('is estimated from attempts, batches, rows and time', () => {
  const run = aRun({ reading, finishedAt: second(10), notice: { state: 'sent', at: second(11) } });
  // 4 attempts, and 10 steps of the tracker in 10 seconds.
  expect(costOf(run, progressOf(run, submissions), now)).toEqual({
    invocations: 16,
    gbSeconds: 4 * 0.5 + 10 * 0.25 + 0.1,
    tableWrites: 132,
    tableReads: 38,
    queueRequests: 15,
    objectPuts: 13,
    transitions: 30,
    mails: 1,
    usd: 0.001073,
  });
});

it('grows with attempts, and with the time while the run goes on', () => {
  const [short, long] = [second(60), second(86_400)].map((time) =>
    costOf(aRun({ reading }), progressOf(aRun(), submissions), new Date(time)),
  );
  expect(long?.transitions).toBeGreaterThan(short?.transitions ?? Infinity);
  const again = submissions.map((one) => ({ ...one, attempts: [anAttempt({ number: 5 })] }));
  expect(costOf(aRun({ reading }), progressOf(aRun(), again), now).usd).toBeGreaterThan(
    short?.usd ?? Infinity,
  );
});

it('names the region and the date of its prices', () => {
  expect(prices).toMatchObject({ region: 'us-east-1', asOf: expect.stringMatching(/^20\d\d-\d\d$/) });
});
