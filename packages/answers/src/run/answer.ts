import { hasImportEnded, type RunStatus } from '@sluice/ledger';
import type { RunSummaryJson } from '@sluice/ledger/views';
import { sentences } from '../blocks/blocks.ts';
import { run as english, type RunMessages } from '../messages/run.ts';
import type { RunFacts } from './facts.ts';
import { hasPassedDryRun } from './status.ts';
import { tallyOf, type RowTally } from './tally.ts';

type Answered = Pick<RunSummaryJson, 'status' | 'counts' | 'reason' | 'undo' | 'migration' | 'reverts'> &
  Partial<Pick<RunFacts['run'], 'toDecide'>>;

interface Known extends Pick<RunFacts, 'skippedFor' | 'late'> {
  readonly run: Answered;
}

type Says = RunMessages['answer'];
type Answer = (about: { readonly run: Answered; readonly tally: RowTally; readonly says: Says }) => string;

/** What happened, in a sentence or two: the first line of every answer about a run. */
export function answerText(
  { run, skippedFor, late = [] }: Known,
  { answer: says }: RunMessages = english,
): string {
  const tally = tallyOf({ counts: run.counts, skippedFor });
  if (run.reverts !== undefined && run.status !== 'undone') return says.reverted(run.reverts.length);
  return sentences(
    late.length > 0 && run.status !== 'undone' && says.late(late.length),
    answers[run.status]({ run, tally, says }),
  );
}

const answers: Readonly<Record<RunStatus, Answer>> = {
  reading: ({ says }) => says.reading,
  queued: ({ says }) => says.queued,
  checking: ({ tally, says }) => says.checking(tally.read),
  importing: ({ tally, says }) => says.importing(tally.read),
  undoing: ({ says }) => says.undoing,
  succeeded: ({ tally, says }) => sentences(allIn(tally, says), leftOut(tally, says)),
  partly_succeeded: ({ tally, says }) => partIn(tally, says),
  failed: ({ tally, says }) => sentences(says.failed, partIn(tally, says)),
  cancelled: ({ tally, says }) => sentences(says.cancelled, partIn(tally, says)),
  rejected: ({ run, tally, says }) =>
    hasPassedDryRun(run) ? says.dryRunPassed : notImported(run, tally, says),
  duplicate: ({ says }) => says.duplicate,
  superseded: ({ says }) => says.superseded,
  awaiting_approval: ({ run: { reason, counts }, tally, says }) =>
    sentences(
      says.awaitingApproval,
      leftOut(tally, says),
      // Where no reason says it.
      reason === undefined && counts.failed > 0 && says.failedOf(counts.failed, counts.read),
    ),
  needs_decision: ({ run: { toDecide }, tally: { unknown }, says }) => {
    if (toDecide?.length === 0) return says.decided;
    const ended = (toDecide ?? []).reduce((sum, one) => sum + (hasImportEnded(one) ? one.rows : 0), 0);
    return sentences(
      says.needsDecision,
      ended > 0 && says.importEnded(ended),
      unknown > ended && says.noAnswer(unknown - ended),
      unknown > 0 && says.maybeIn(unknown),
    );
  },
  undone: ({ run: { undo }, says }) => sentences(says.undone, undo && says.undoneCounts(undo)),
};

/** Why, if rows of it are wrong. */
function notImported({ counts: { failed } }: Answered, { read, filtered }: RowTally, says: Says): string {
  const all = read - filtered;
  if (failed === 0) return says.notImported;
  return failed < all ? says.someWrong(failed, all) : says.allWrong(all);
}

function allIn({ read, meant, filtered, deleted, isExact }: RowTally, says: Says): string {
  if (read === 0) return says.noRows;
  if (meant === 0) return says.nothingToWrite;
  if (!isExact) return says.allDone(meant);
  // The others are left out.
  const isWhole = meant === read - filtered;
  return deleted === 0 ? says.allIn(meant, isWhole) : says.allDeleted(meant, isWhole, deleted);
}

const leftOut = ({ filtered, asExported, changedSince }: RowTally, says: Says): string =>
  sentences(
    filtered > 0 && says.filtered(filtered),
    asExported > 0 && says.asExported(asExported),
    changedSince > 0 && says.changedSince(changedSince),
  );

function partIn(tally: RowTally, says: Says): string {
  const { read, written, meant, missing, twins, unknown, isExact } = tally;
  if (read === 0) return says.noRows;
  return sentences(
    says.partIn(written, meant),
    missing > 0 && says.missing(missing),
    twins > 0 && (isExact ? says.twins(twins) : says.skipped(twins)),
    leftOut(tally, says),
    // They are not reported as missing.
    unknown > 0 && says.unknown(unknown),
  );
}

/** Reasons that only count rows, as every first line does. */
const counting: readonly string[] = ['wrong_rows', 'wrong_rows_of_step', 'rows_not_written'];

/** The reason of a run, unless the first line says the same. */
export function reasonBeyondCounts({
  reason,
  reasonCodes = [],
}: Pick<RunSummaryJson, 'reason' | 'reasonCodes'>): string | undefined {
  const isCounted = reasonCodes.length > 0 && reasonCodes.every((code) => counting.includes(code));
  return isCounted ? undefined : reason;
}
