import { describe, expect, it } from 'vitest';
import { countsOf, identityHolds, noRows } from './counts.ts';
import { type Submission, submissionStatuses } from '../model/submission.ts';
import type { RunStatus } from '../model/run.ts';
import { aRun, aSubmission } from '../testing/builders.ts';
import { anAttempt } from '../testing/submission-events.ts';

const reading = { rows: 23, batches: 2, failed: 2, skipped: 1 };
const counted = (status: RunStatus, ...submissions: Submission[]) =>
  countsOf(aRun({ status, reading }), submissions);

describe('counts of a run (invariant 1)', () => {
  it('add the real submissions to the reading', () => {
    const counts = counted(
      'partly_succeeded',
      aSubmission({ status: 'succeeded', counts: { created: 4, updated: 6 } }),
      aSubmission({ batch: 2, status: 'failed', counts: { created: 1, failed: 2, unknown: 7 } }),
    );
    expect(counts).toEqual({
      ...noRows,
      read: 23,
      created: 5,
      updated: 6,
      skipped: 1,
      failed: 4,
      unknown: 7,
    });
  });

  it('include only refused rows of a dry run', () => {
    const counts = counted(
      'rejected',
      aSubmission({ phase: 'dry', status: 'succeeded', counts: { created: 10 } }),
      aSubmission({ phase: 'dry', batch: 2, status: 'invalid', counts: { failed: 3, notAttempted: 7 } }),
    );
    expect(counts).toEqual({ ...noRows, read: 23, skipped: 1, failed: 5, notAttempted: 17 });
  });

  it('have rows that were filtered out as a class of their own (invariant 1)', () => {
    const counts = countsOf(
      {
        ...aRun({ status: 'succeeded' }),
        reading: { rows: 16, batches: 1, failed: 1, skipped: 2, filtered: 3 },
      },
      [aSubmission({ phase: 'real', status: 'succeeded', counts: { created: 10 } })],
    );
    expect(counts).toEqual({ ...noRows, read: 16, created: 10, failed: 1, skipped: 2, filtered: 3 });
    expect(identityHolds(counts)).toBe(true);
  });

  it('add the rows that the dry run left out to those that were sent', () => {
    const counts = countsOf({ ...aRun(), reading: { rows: 10, batches: 1, failed: 0, skipped: 0 } }, [
      aSubmission({
        phase: 'dry',
        status: 'succeeded',
        rows: 10,
        round: 1,
        asked: 7,
        counts: { failed: 2, notAttempted: 1 },
      }),
      aSubmission({ phase: 'real', status: 'succeeded', rows: 7, counts: { created: 7 } }),
    ]);
    expect(counts).toMatchObject({ read: 10, created: 7, failed: 2, notAttempted: 1 });
    expect(identityHolds(counts)).toBe(true);
  });

  it('take the real submission over the dry one of the same batch', () => {
    const counts = counted(
      'importing',
      aSubmission({ phase: 'dry', status: 'succeeded', counts: { created: 10 } }),
      aSubmission({ phase: 'real', status: 'succeeded', counts: { updated: 10 } }),
    );
    expect(counts).toMatchObject({ created: 0, updated: 10, notAttempted: 10 });
  });

  it('count rows as landed if the service does not report details', () => {
    const counts = counted('importing', aSubmission({ status: 'succeeded', counts: {} }));
    expect(counts).toMatchObject({ landed: 10, notAttempted: 10 });
  });

  it('count rows without an outcome as not attempted while the run goes on', () => {
    for (const status of ['planned', 'sending', 'parked', 'accepted'] as const) {
      const counts = counted('importing', aSubmission({ status, attempts: [anAttempt()] }));
      expect(counts).toMatchObject({ unknown: 0, notAttempted: 20 });
    }
  });

  it('count rows that may have been written as unknown once the run has ended or asks a person', () => {
    for (const status of ['planned', 'sending', 'parked', 'accepted', 'unknown', 'failed'] as const) {
      const sent = aSubmission({ status, attempts: [anAttempt({ outcome: 'ambiguous' })] });
      for (const run of ['cancelled', 'needs_decision'] as const)
        expect(counted(run, sent)).toMatchObject({ unknown: 10, notAttempted: 10 });
    }
  });

  it('count rows as not attempted if no attempt had an effect', () => {
    const attempts = [anAttempt({ outcome: 'not_sent' }), anAttempt({ number: 2, outcome: 'rejected' })];
    for (const status of ['planned', 'parked', 'failed'] as const) {
      expect(counted('failed', aSubmission({ status, attempts }))).toMatchObject({
        unknown: 0,
        notAttempted: 20,
      });
    }
  });

  it('grow with the batches while the sheet is read', () => {
    const planned = [aSubmission({ phase: 'dry' }), aSubmission({ phase: 'dry', batch: 2 })];
    expect(countsOf(aRun(), planned)).toEqual({ ...noRows, read: 20, notAttempted: 20 });
    expect(countsOf(aRun(), [])).toEqual(noRows);
  });

  it('add up in every status of a submission', () => {
    for (const status of submissionStatuses) {
      for (const phase of ['dry', 'real'] as const) {
        for (const run of ['importing', 'failed'] as const) {
          expect(identityHolds(counted(run, aSubmission({ status, phase })))).toBe(true);
        }
      }
    }
  });
});

describe('the identity', () => {
  it('is false if a row is missing or doubled, or a count is negative', () => {
    expect(identityHolds(noRows)).toBe(true);
    expect(identityHolds({ ...noRows, read: 2, created: 1 })).toBe(false);
    expect(identityHolds({ ...noRows, read: 1, created: 1, failed: 1 })).toBe(false);
    expect(identityHolds({ ...noRows, read: 1, created: 2, notAttempted: -1 })).toBe(false);
    expect(identityHolds({ ...noRows, read: 0.5, created: 0.5 })).toBe(false);
  });

  it('is false if batches have more rows than were read', () => {
    const run = aRun({ status: 'importing', reading: { rows: 5, batches: 1, failed: 0, skipped: 0 } });
    const submission = aSubmission({ status: 'succeeded', counts: { created: 10 } });
    expect(identityHolds(countsOf(run, [submission]))).toBe(false);
  });
});
