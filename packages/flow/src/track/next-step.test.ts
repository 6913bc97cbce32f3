import { createMemoryLedger } from '@sluice/ledger/testing';
import { expect, it } from 'vitest';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { plannedRun } from '../testing/planned-run.ts';
import { nextStep } from './next-step.ts';

it('writes the counts of a rejected run with thousands separators', async () => {
  const now = () => new Date('2026-03-01T08:00:00.000Z');
  const ledger = createMemoryLedger({ now });
  const run = await plannedRun({ ledger, files: createMemoryFiles(), now, failed: 1998 });
  const submissions = (await ledger.submissions(run.runId)).map(
    (one) => ({ ...one, status: 'succeeded' }) as const,
  );
  const checking = { ...run, status: 'checking' } as const;
  const at = now().toISOString();
  expect(nextStep({ run: checking, submissions, otherPhase: [], stuck: [], at })).toMatchObject({
    event: { type: 'rejected', reason: expect.stringMatching(/^1,998 of 2,000 rows are wrong, /u) },
  });
});
