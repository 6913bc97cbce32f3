import type { Submission } from '@sluice/ledger';
import type { Clock } from '../ports.ts';

/** An import of which no end could be learned for so long is called stuck. */
export const horizonMs = 24 * 3_600_000;
/** An import that was just accepted may not be found yet. */
export const graceMs = 10 * 60_000;

/** When the service gave the importId that is awaited, which a person may have found much later. */
export function acceptedAt({ attempts, importId }: Submission): string {
  const attempt = attempts.findLast((one) => one.importId === importId);
  return attempt?.endedAt ?? attempt?.sentAt ?? '';
}

/** Since its importId is known. */
export function awaitedFor(submission: Submission, { now }: { readonly now: Clock }): number {
  const since = acceptedAt(submission);
  return since === '' ? 0 : now().getTime() - Date.parse(since);
}
