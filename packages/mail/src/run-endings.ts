import type { MailedStatus, RowCounts, RunFacts } from './run-facts.ts';
import { number, rows } from './words.ts';

/** How a mail speaks of the way a run ended. */
interface Ending {
  /** After the file's name, in the subject. */
  readonly headline: string;
  readonly opening: string;
  readonly next: string;
}

const dropAgain =
  'correct the file and drop it in the same folder again. Rows that are in the records already are found, and are not written twice.';

const endings: Record<MailedStatus, (facts: RunFacts) => Ending> = {
  succeeded: ({ counts }) => ({
    headline: counts.read === 1 ? 'its row is in' : `all ${rows(counts.read)} are in`,
    opening:
      counts.read === 1
        ? 'The one row of this file is in the records.'
        : `All ${rows(counts.read)} of this file are in the records.`,
    next: 'nothing. The result sheet says of each row which record it became.',
  }),
  partly_succeeded: ({ counts }) => ({
    headline: landed(counts),
    opening: `${number(written(counts))} of the ${rows(counts.read)} of this file are in the records; ${areNot(counts.failed + counts.notAttempted)}${twins(counts)}${unheard(counts)}.`,
    next: `look in the result sheet at the rows that are not in, ${dropAgain}`,
  }),
  rejected: ({ counts, resultPlace }) =>
    counts.failed === 0
      ? {
          headline: `nothing was imported, ${counts.read === 0 ? 'the file could not be taken' : 'see the reason'}`,
          opening: 'This file could not be taken as it is. Nothing was written.',
          next: 'correct what the reason says, and drop the file in the same folder again.',
        }
      : {
          headline: `nothing was imported, ${needing(counts.failed)}`,
          opening: `Not every one of the ${rows(counts.read)} of this file can be taken. Nothing was written.`,
          next: `correct these rows and drop the file in the same folder again.${resultPlace === undefined ? '' : ' The result sheet has the reason beside each row.'}`,
        },
  failed: ({ counts }) => ({
    headline: `the import failed, ${landed(counts)}`,
    opening: `The import stopped before its end. ${number(written(counts))} of the ${rows(counts.read)} of this file are in the records${twins(counts)}${unheard(counts)}.`,
    next: 'once the reason is gone, drop the file again. Rows that are in the records already are found, and are not written twice.',
  }),
  needs_decision: ({ counts, runId, reminder }) => ({
    headline: `${reminder === undefined ? '' : `reminder ${number(reminder)}, `}${counts.unknown === 1 ? '1 row needs' : `${rows(counts.unknown)} need`} your decision`,
    opening: `${reminder === undefined ? '' : 'This run still waits for you; you are told once a day until it is decided or cancelled. '}The service did not say what became of ${rows(counts.unknown)}: ${counts.unknown === 1 ? 'it' : 'they'} may be in the records or not, and nothing is sent again unless a person says so.`,
    next: `look in the service whether these imports are there, and say so with one of the commands above; "sluice run ${runId}" shows them again. "sluice cancel ${runId}" ends the run as it stands.`,
  }),
  awaiting_approval: ({ counts, reminder }) => ({
    headline: `${reminder === undefined ? '' : `reminder ${number(reminder)}, `}waits for approval: ${foretold(counts)}`,
    opening: `${reminder === undefined ? '' : 'This run still waits for you; you are told once a day until it is approved or cancelled. '}Nothing is written before somebody approves it. The dry run has foretold what would become of the ${rows(counts.read)} of this file; they are below, and the plan has them one by one, with each field that would change.`,
    next: 'look at the plan, and approve or cancel it with one of the commands above. Before it is written it is checked once more; if the plan has changed by then, you are asked again.',
  }),
  duplicate: ({ duplicateOf }) => ({
    headline: 'imported before, nothing was done',
    opening:
      duplicateOf === undefined
        ? 'The same content was imported before with the same settings. Nothing was written.'
        : `The same content was imported before with the same settings, by run ${duplicateOf}. Nothing was written.`,
    next: 'nothing, unless it was meant: then drop it again with "sluice drop --again".',
  }),
  superseded: () => ({
    headline: 'a newer version was dropped, nothing was done',
    opening:
      'A newer version of this file was dropped before this one was read. Nothing was written for this one.',
    next: 'nothing. The newer version has a mail of its own.',
  }),
  cancelled: ({ counts }) => ({
    headline: `cancelled, ${landed(counts)}`,
    opening: `The run was cancelled. ${number(written(counts))} of the ${rows(counts.read)} of this file are in the records${twins(counts)}${unheard(counts)}.`,
    next: 'nothing, if that was meant. To go on, drop the file again: rows that are in are not written twice.',
  }),
  undone: ({ undo = { reversed: 0, kept: 0, failed: 0 } }) => ({
    headline: `undone, ${number(undo.reversed)} records put back${undo.kept + undo.failed === 0 ? '' : `, ${number(undo.kept + undo.failed)} not`}`,
    opening: `What this run wrote was undone. Records that are as they were before: ${number(undo.reversed)}; kept because somebody changed them since: ${number(undo.kept)}; failed: ${number(undo.failed)}. The rows below are how the run itself had ended.`,
    next:
      undo.kept + undo.failed === 0
        ? 'nothing.'
        : 'look in the report of the undo at the records that were kept or failed, and change them by hand where that is wanted.',
  }),
};

export function endingOf(facts: RunFacts): Ending {
  return endings[facts.status](facts);
}

/**
 * Rows whose records are now as the row says, whether or not that took a write. A row that was skipped is as the row that it
 * is equal to, which may not have landed: it is not claimed.
 */
function written({ created, updated, unchanged, deleted, landed }: RowCounts): number {
  return created + updated + unchanged + deleted + landed;
}

function foretold({ created, updated, deleted, landed }: RowCounts): string {
  const parts: readonly (readonly [number, string])[] = [
    [created, 'to create'],
    [updated, 'to change'],
    [deleted, 'to delete'],
    [landed, 'to write'],
  ];
  const told = parts.filter(([n]) => n > 0).map(([n, what]) => `${number(n)} ${what}`);
  return told.length === 0 ? 'nothing to change' : told.join(', ');
}

function landed(counts: RowCounts): string {
  const { read, unknown } = counts;
  return `${number(written(counts))} of ${rows(read)} are in${unknown === 0 ? '' : `, ${number(unknown)} unknown`}`;
}

/** What is not known is not called missing. */
function unheard({ unknown }: RowCounts): string {
  if (unknown === 0) return '';
  return `; of ${rows(unknown)} nobody knows whether ${unknown === 1 ? 'it is' : 'they are'}`;
}

function twins({ skipped }: RowCounts): string {
  if (skipped === 0) return '';
  return `, and ${skipped === 1 ? '1 was' : `${number(skipped)} were`} left out as equal to an earlier row`;
}

function areNot(n: number): string {
  return n === 1 ? '1 is not' : `${number(n)} are not`;
}

function needing(failed: number): string {
  return failed === 1 ? '1 row needs correcting' : `${rows(failed)} need correcting`;
}
