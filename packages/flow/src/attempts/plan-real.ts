import { hasRowsToWrite, type Ledger, type Submission } from '@sluice/ledger';

/** Plans the real submissions of batches that passed, or those that a crash left out. @returns the numbers of these batches */
export async function planRealSubmissions(
  runId: string,
  submissions: readonly Submission[],
  ledger: Pick<Ledger, 'batches' | 'planRealSubmissions'>,
): Promise<number[]> {
  const known = new Set(submissions.flatMap(({ phase, batch }) => (phase === 'real' ? [batch] : [])));
  const passed = new Set(
    submissions.flatMap((one) => (one.phase === 'dry' && hasRowsToWrite(one) ? [one.batch] : [])),
  );
  if (known.size === passed.size) return [];
  const missing = (await ledger.batches(runId)).filter(
    ({ number }) => passed.has(number) && !known.has(number),
  );
  await ledger.planRealSubmissions(missing);
  return missing.map(({ number }) => number);
}
