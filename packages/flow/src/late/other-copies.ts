import type { Answer } from '@sluice/client';
import type { ImportStatus } from '@sluice/contract';
import type { Submission } from '@sluice/ledger';
import { besideEarlierCopy, endOfImport, type BatchEnd, type SentBatch } from '../submit/batch-end.ts';

/** The imports that other attempts at a real submission became, the newest first. */
export function otherImports({ phase, importId, attempts }: Submission): string[] {
  if (phase !== 'real') return [];
  const known = attempts.flatMap((attempt) => attempt.importId ?? []);
  return [...new Set(known)].filter((one) => one !== importId).toReversed();
}

export interface Copies {
  readonly batch: SentBatch;
  /** How the newest import ended, without having written every row. */
  readonly end: BatchEnd;
  /** Whether there is time left to wait for an answer. */
  readonly mayWait: boolean;
  readonly ask: (importId: string) => Promise<Answer<'importStatus'> | undefined>;
}

/**
 * That one copy of a batch was refused says nothing of what another wrote: each import that the batch ever had is asked
 * (invariants 3, 4). Undefined while the end of one is still to come.
 */
export async function endBesideCopies(
  importIds: readonly string[],
  { batch, end, mayWait, ask }: Copies,
): Promise<BatchEnd | undefined> {
  let known = end;
  for (const importId of importIds) {
    const answer = await ask(importId);
    const told = answer?.kind === 'ok' ? answer.output.importStatus : undefined;
    if (told?.success && told.status !== 'valid') return endOfImport(batch, told);
    if (told !== undefined && wroteNothing(told)) continue;
    if (mayWait && !isFinal(answer)) return undefined;
    known = besideEarlierCopy(known);
  }
  return known;
}

function wroteNothing({ done, status }: ImportStatus): boolean {
  return done && (status === 'invalid' || status === 'valid' || status === 'reverted');
}

/** What asking again would not change. */
function isFinal(answer: Answer<'importStatus'> | undefined): boolean {
  if (answer?.kind === 'ok') return answer.output.importStatus.done;
  return answer?.kind === 'refused' && answer.code === 'not_found';
}
