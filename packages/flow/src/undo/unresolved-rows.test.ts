import { type Submission } from '@sluice/ledger';
import { createMemoryLedger } from '@sluice/ledger/testing';
import { expect, it } from 'vitest';
import { batchObjects, runKeys } from '../run-objects.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { importingRun } from '../testing/planned-run.ts';
import { unresolvedRows } from './unresolved-rows.ts';

const now = () => new Date('2026-03-01T08:00:00.000Z');
const attempt = { owner: 'o', sentAt: now().toISOString(), leaseUntil: now().toISOString() };
const attempts = [
  { ...attempt, number: 1, outcome: 'ambiguous' },
  { ...attempt, number: 2, outcome: 'accepted', importId: 'imp2' },
] as const;
const keyed = (ms: number) =>
  attempts.map((one, at) => ({
    ...one,
    keyed: true as const,
    sentAt: new Date(now().getTime() + at * ms).toISOString(),
  }));
const reverts = [{ importId: 'imp2', reversed: 1, kept: 0, failed: 0 }];
const decided = { at: 'x', by: 'p', choice: 'notApplied', question: 1 } as const;

async function rowsOf(more: Partial<Submission>): Promise<number[]> {
  const ledger = createMemoryLedger({ now });
  const files = createMemoryFiles();
  await importingRun({ ledger, files, now });
  const found = (await ledger.submission({ runId: 'run1', batch: 1, phase: 'real' }))!;
  const submission: Submission = { ...found, status: 'succeeded', attempts, ...more };
  const outcomes = [
    { row: 2, status: 'created', recordId: 'r2' },
    { row: 3, status: 'unchanged', recordId: 'r3' },
    { row: 4, status: 'unknown' },
  ] as const;
  await batchObjects.outcomes.write(submission, outcomes, files);
  const undone = [{ row: 4, outcome: 'reversed', recordId: 'r4' }];
  await files.put(runKeys.undone('run1', 1, 'imp2'), JSON.stringify(undone));
  return (await unresolvedRows(submission, { files })).map(({ row }) => row);
}

it.each([
  ['those that the repeat found unchanged or left unknown', {}, [3, 4]],
  ['not those that the undo of another import reverted', { reverts }, [3]],
  ['none if a person decided that the batch was not applied', { decided }, []],
  ['none under an idempotency key, which makes all attempts one import', { attempts: keyed(60_000) }, []],
  ['those that a key did not cover, which was forgotten', { attempts: keyed(86_400_000) }, [3, 4]],
  ['none if every attempt has its answer', { attempts: [attempts[1]] }, []],
] as const)('rows that an attempt without an answer may have written are %s', async (_name, more, rows) => {
  expect(await rowsOf(more)).toEqual(rows);
});
