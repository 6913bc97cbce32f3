import type { Answer } from '@sluice/client';
import type { ImportStatus } from '@sluice/contract';
import type { Submission } from '@sluice/ledger';
import { withEarlierCopy, endOfImport, type BatchEnd, type SentBatch } from './batch-end.ts';

/** The imports of other attempts at a real submission, the newest first. */
export function otherImports({ phase, importId, attempts }: Submission): string[] {
  if (phase !== 'real') return [];
  const known = attempts.flatMap((attempt) => attempt.importId ?? []);
  return [...new Set(known)].filter((one) => one !== importId).toReversed();
}

export interface Copies {
  readonly batch: SentBatch;
  /** The end of the newest import, which did not write every row. */
  readonly end: BatchEnd;
  /** Whether there is time left to wait for an end. */
  readonly mayWait: boolean;
  readonly ask: (importId: string) => Promise<Answer<'importStatus'> | undefined>;
}

/**
 * A refusal of one copy of a batch does not show what another copy wrote, so every import of the batch is polled
 * (invariants 3, 4). Undefined while one has not ended.
 */
export async function endBesideCopies(
  importIds: readonly string[],
  { batch, end, mayWait, ask }: Copies,
): Promise<BatchEnd | undefined> {
  let known = end;
  for (const importId of importIds) {
    const answer = await ask(importId);
    const status = answer?.kind === 'ok' ? answer.output.importStatus : undefined;
    if (status?.success && status.status !== 'valid') return endOfImport(batch, status);
    if (status !== undefined && wroteNothing(status)) continue;
    if (mayWait && !isFinal(answer)) return undefined;
    known = withEarlierCopy(known);
  }
  return known;
}

function wroteNothing({ done, status }: ImportStatus): boolean {
  return done && (status === 'invalid' || status === 'valid' || status === 'reverted');
}

/** Whether polling again would give the same answer. */
function isFinal(answer: Answer<'importStatus'> | undefined): boolean {
  if (answer?.kind === 'ok') return answer.output.importStatus.done;
  return answer?.kind === 'refused' && answer.code === 'not_found';
}
