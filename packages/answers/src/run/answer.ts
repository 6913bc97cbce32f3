import { nothingImported } from './outcome.ts';
import { counted, number, printable } from '@sluice/contract/words';
import type { Counts, RowClass, RunStatus } from '@sluice/ledger';
import type { RunJson } from '@sluice/ledger/views';
import { classesText } from './counts.ts';
import { hasPassedDryRun } from './status.ts';

type Answered = Pick<
  RunJson,
  'status' | 'counts' | 'reason' | 'toDecide' | 'cancelledBy' | 'undo' | 'migration'
>;

/** What happened, in a sentence or two: the first line of every answer about a run. */
export function answerText(run: Answered): string {
  return answers[run.status](run);
}

const answers: Record<RunStatus, (run: Answered) => string> = {
  reading: () => 'The sheet is being read.',
  queued: () => 'Waiting for its turn. Nothing has been written yet.',
  checking: ({ counts }) => `Checking ${rowsOf(counts)} in a dry run. Nothing has been written yet.`,
  importing: ({ counts }) => `Importing ${rowsOf(counts)}.`,
  undoing: () => 'The undo is under way.',
  succeeded: ({ counts }) => landedText(counts),
  partly_succeeded: ({ counts }) => landedText(counts),
  failed: ({ counts }) => `The run failed. ${landedText(counts)}`,
  cancelled: ({ counts, cancelledBy }) =>
    `Cancelled${cancelledBy === undefined ? '' : ` by ${printable(cancelledBy)}`}. ${landedText(counts)}`,
  rejected: (run) => (hasPassedDryRun(run) ? 'The dry run passed.' : nothingImported(run.counts)),
  duplicate: () => 'Nothing was written: the same content was imported before, and no run has written since.',
  superseded: () => 'Nothing was written: a newer version of the file took its place.',
  awaiting_approval: (run) => `Waiting for approval. Nothing has been written yet.${wrongText(run)}`,
  needs_decision: ({ counts, toDecide }) =>
    toDecide?.length === 0
      ? 'Everything is decided; the run goes on.'
      : `Waiting for a decision: ${counted(counts.unknown, 'row')} with an unknown outcome.`,
  undone: ({ undo }) => (undo === undefined ? 'Undone.' : undoneText(undo)),
};

const rowsOf = ({ read }: Counts): string => counted(read, 'row');

/** The classes of rows that a person may still have to bring in. */
const stillToLand: readonly RowClass[] = ['failed', 'notAttempted', 'unknown'];

/** How many rows landed, by class, and how many did not. */
function landedText(counts: Counts): string {
  const { read } = counts;
  if (read === 0) return 'No rows were read.';
  const left = stillToLand.reduce((sum, name) => sum + counts[name], 0);
  const landed = classesText(counts, { only: (name) => !stillToLand.includes(name) });
  const others = classesText(counts, { only: (name) => stillToLand.includes(name) });
  const all = read === 1 ? 'The one row' : `All ${rowsOf(counts)}`;
  if (left === 0)
    return counts.skipped === 0
      ? `${all} landed: ${landed}.`
      : `${all} ${read === 1 ? 'is' : 'are'} done: ${landed}.`;
  const part = `${number(read - left)} of ${rowsOf(counts)} landed`;
  return `${part}${landed === '' ? '' : ` (${landed})`}; ${others}.`;
}

/** Where no reason says it. */
function wrongText({ reason, counts: { read, failed } }: Answered): string {
  return reason !== undefined || failed === 0 ? '' : ` ${number(failed)} of ${counted(read, 'row')} failed.`;
}

/** The records of an undo. */
export function undoneText({ reversed = 0, kept = 0, failed = 0 }: Readonly<Record<string, number>>): string {
  const others = [
    ...(kept === 0
      ? []
      : [`${number(kept)} kept because somebody changed ${kept === 1 ? 'it' : 'them'} since`]),
    ...(failed === 0 ? [] : [`${number(failed)} failed`]),
  ];
  return `${[`${counted(reversed, 'record')} undone`, ...others].join(', ')}.`;
}
