import { countsOf, type Run, type Submission } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { nextStep } from './next-step.ts';

const at = '2026-03-01T08:00:00.000Z';

describe('the reason of a run that is rejected', () => {
  it('counts rows as every other text does', () => {
    const run: Run = {
      runId: 'run1',
      bucket: 'drops',
      key: 'inbox/client/email/people.csv',
      versionId: 'v1',
      fileName: 'people.csv',
      bytes: 1,
      droppedBy: 'somebody',
      target: 'https://service.test',
      emails: [],
      status: 'checking',
      reading: { rows: 1000, batches: 1, failed: 0, skipped: 0 },
      startedAt: at,
      trackers: 1,
      version: 3,
    };
    const dry: Submission = {
      runId: 'run1',
      batch: 1,
      phase: 'dry',
      sha256: 'a'.repeat(64),
      rows: 1000,
      status: 'invalid',
      attempts: [],
      counts: { failed: 5, notAttempted: 995 },
      version: 3,
    };
    expect(countsOf(run, [dry]).failed).toBe(5);
    const decision = nextStep({ run, submissions: [dry], otherPhase: [], stuck: [], at });
    expect(decision).toMatchObject({
      event: { type: 'rejected', reason: expect.stringMatching(/^5 of 1,000 rows are wrong, /u) },
    });
  });
});
