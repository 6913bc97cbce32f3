import { verifyChain } from '@sluice/aws-kit/hash-chain';
import { eventHash } from './chain.ts';
import { replaySubmission } from './replay.ts';
import type { LedgerEvent } from '../model/event.ts';
import { LedgerError } from '../model/ledger-error.ts';
import type { Submission } from '../model/submission.ts';

/** No hash. */
const altered = 'altered';

/**
 * The hash of the values of an import, as the history of its batch has it. Pure.
 *
 * @param item as it was stored before its events were read
 * @returns `altered` if that is not what was written; undefined if it has none
 */
export function valuesInHistory(
  events: readonly LedgerEvent[],
  item: Submission,
  importId: string,
): string | undefined {
  const proved = provedBy(events, item);
  return proved ? proved.attempts.find((one) => one.importId === importId)?.valuesSha256 : altered;
}

/** A submission as its history has it; undefined if its events are not those that were written, or some are gone. */
function provedBy(events: readonly LedgerEvent[], item: Submission): Submission | undefined {
  if (verifyChain(events, { hashOf: eventHash }).length > 0) return undefined;
  const isEnd = events.some(({ version, hash }) => version === item.version && hash === item.head);
  try {
    return isEnd ? replaySubmission(events) : undefined;
  } catch (error) {
    if (error instanceof LedgerError) return undefined;
    throw error;
  }
}
