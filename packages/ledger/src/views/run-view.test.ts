import { expect, it } from 'vitest';
import { costOf } from './cost.ts';
import { noRows } from '../submission/counts.ts';
import { progressOf } from '../run/progress.ts';
import { runSummary, runSummarySchema, runView, runViewSchema } from './run-view.ts';
import { aRun, aSubmission, second } from '../testing/builders.ts';
import { anAttempt } from '../testing/submission-events.ts';

it('shows a whole run, with unknown facts as null', () => {
  const now = new Date(second(0));
  expect(runView(aRun(), [], now)).toEqual({
    runId: 'run-1',
    bucket: 'drops',
    key: 'inbox/client/email/clients.csv',
    versionId: 'v1',
    sha256: null,
    bytes: 1234,
    droppedBy: 'AWS:someone',
    schema: null,
    lookup: null,
    status: 'reading',
    counts: noRows,
    submissions: [],
    usage: { dryRuns: 0, furtherDryRuns: 0, imports: 0, ...costOf(aRun(), progressOf(aRun(), [])) },
    startedAt: second(0),
    finishedAt: null,
    resultKey: null,
  });
});

it('shows an ended run with its profile, its reason and the attempts of each batch', () => {
  const run = aRun({
    status: 'partly_succeeded',
    sha256: 'abc',
    schema: 'client',
    lookup: 'email',
    profile: 'weekly',
    reason: 'the service stopped half way',
    reading: { rows: 10, batches: 1, failed: 0, skipped: 0 },
    finishedAt: second(9),
    resultKey: 'runs/run-1/results/clients.csv',
  });
  const attempts = [anAttempt({ number: 7, importId: 'import-7', outcome: 'accepted' })];
  const view = runView(
    run,
    [
      aSubmission({ phase: 'dry', status: 'succeeded' }),
      aSubmission({ status: 'succeeded', importId: 'import-7', attempts, counts: { created: 10 } }),
    ],
    new Date(second(9)),
  );
  expect(view).toMatchObject({
    profile: 'weekly',
    reason: 'the service stopped half way',
    finishedAt: second(9),
    counts: { read: 10, created: 10 },
    submissions: [
      { batch: 1, phase: 'dry', importId: null, status: 'succeeded', attempts: 0 },
      { batch: 1, phase: 'real', importId: 'import-7', status: 'succeeded', attempts: 7 },
    ],
  });
  expect(runViewSchema.parse(JSON.parse(JSON.stringify(view)))).toEqual(view);
});

it('summarizes a run without its submissions by its stored counts', () => {
  const counts = { ...noRows, read: 10, created: 10 };
  const summary = runSummary(aRun({ status: 'succeeded', counts }));
  expect(summary.counts).toEqual(counts);
  expect(summary).not.toHaveProperty('submissions');
  expect(runSummarySchema.parse(JSON.parse(JSON.stringify(summary)))).toEqual(summary);
});

it('prefers the submissions to the stored counts', () => {
  const run = aRun({
    status: 'succeeded',
    counts: { ...noRows, read: 10, created: 10 },
    reading: { rows: 10, batches: 1, failed: 0, skipped: 0 },
  });
  const submissions = [aSubmission({ status: 'succeeded', counts: { updated: 10 } })];
  expect(runSummary(run, submissions).counts).toMatchObject({ created: 0, updated: 10 });
});
