import type { MailedStatus, RowCounts, RunFacts } from './run-facts.ts';
import { counted, number, rows } from './words.ts';

/** The texts of a mail for one way that a run ends. */
interface Ending {
  /** After the file's name, in the subject. */
  readonly headline: string;
  readonly opening: string;
  readonly next: string;
}

const notTwice = 'Rows that are already in the records are not written twice.';

const unread = ({ read }: RowCounts): string =>
  read === 0 ? 'the file could not be read' : 'see the reason';

const againNext = 'fix the problem above and upload the file again.';
const takeNext = (runId: string): string =>
  `look through the proposed profile. "npx sluice accept ${runId}" saves it and imports the file with it. If it is wrong, fix the problem above and upload the file again.`;

const endings: Record<MailedStatus, (facts: RunFacts) => Ending> = {
  succeeded: ({ counts }) => ({
    headline: meant(counts) === 1 ? 'its row is in' : `all ${rows(meant(counts))} are in`,
    opening: `${
      meant(counts) === 1 ? 'The one row of this file is' : `All ${rows(meant(counts))} of this file are`
    } in the records${filteredOut(counts)}.`,
    next: 'nothing. The result sheet names the record of each row.',
  }),
  partly_succeeded: ({ counts }) => ({
    headline: landed(counts),
    opening: inRecords(counts, `; ${areNot(counts.failed + counts.notAttempted)}`),
    next: `correct those rows in the result sheet and upload that sheet to the same folder. ${notTwice}`,
  }),
  rejected: ({ counts, files, proposal, runId }) =>
    counts.failed === 0
      ? {
          headline: `nothing was imported, ${proposal ? 'a profile is proposed' : unread(counts)}`,
          opening: 'This file could not be imported. Nothing was written.',
          next: proposal === undefined ? againNext : takeNext(runId),
        }
      : {
          headline: `nothing was imported, ${needing(counts.failed)}`,
          opening: 'Nothing was written.',
          next:
            files?.result === undefined
              ? 'correct these rows and upload the file again.'
              : 'correct these rows in the result sheet, which has the reason beside each, and upload that sheet to the same folder.',
        },
  failed: ({ counts }) => ({
    headline: `the import failed, ${landed(counts)}`,
    opening: `The import stopped early. ${inRecords(counts)}`,
    next: `fix the problem above and upload the file again. ${notTwice}`,
  }),
  needs_decision: ({ counts, runId, reminder }) => ({
    headline: `${reminder === undefined ? '' : `reminder ${number(reminder)}, `}${counts.unknown === 1 ? '1 row needs' : `${rows(counts.unknown)} need`} your decision`,
    opening: `${reminder === undefined ? '' : 'This run still waits for you; you get a reminder every day until you decide or cancel. '}The service gave no answer for ${rows(counts.unknown)}: ${counts.unknown === 1 ? 'it' : 'they'} may be in the records or not. Nothing is sent again until you decide.`,
    next: `check in the service whether these imports are there, and run the matching command above. "npx sluice run ${runId}" shows them again; "npx sluice cancel ${runId}" ends the run now.`,
  }),
  awaiting_approval: ({ counts, reminder }) => ({
    headline: `${reminder === undefined ? '' : `reminder ${number(reminder)}, `}waits for approval: ${previewed(counts)}`,
    opening: `${reminder === undefined ? '' : 'This run still waits for you; you get a reminder every day until you approve or refuse. '}Nothing has been written. Here is what approval would do to the ${rows(meant(counts))}${filteredOut(counts)}. The plan lists every row, with each field that would change.`,
    next: 'read the plan, then approve or refuse it with a command above. Approved rows are checked once more before they are written; if the plan has changed by then, you are asked again.',
  }),
  duplicate: ({ duplicateOf }) => ({
    headline: 'imported before, nothing was done',
    opening:
      duplicateOf === undefined
        ? 'The same content was imported before with the same settings. Nothing was written.'
        : `The same content was imported before with the same settings, by run ${duplicateOf}. Nothing was written.`,
    next: 'nothing. To import it once more, drop it with `npx sluice drop FILE … --again`.',
  }),
  superseded: () => ({
    headline: 'a newer version was uploaded, nothing was done',
    opening:
      'A newer version of this file was uploaded before this one was read. Nothing was written for this one.',
    next: 'nothing. The newer version has a mail of its own.',
  }),
  cancelled: ({ counts }) => ({
    headline: `cancelled, ${landed(counts)}`,
    opening: `The run was cancelled. ${inRecords(counts)}`,
    next: `nothing. To continue, upload the file again. ${notTwice}`,
  }),
  undone: ({ undo = { reversed: 0, kept: 0, failed: 0 } }) => ({
    headline: `undone, ${counted(undo.reversed, 'record')} restored${undo.kept + undo.failed === 0 ? '' : `, ${number(undo.kept + undo.failed)} not`}`,
    opening: `What this run wrote was undone. Records restored: ${number(undo.reversed)}; kept because somebody changed them since: ${number(undo.kept)}; failed: ${number(undo.failed)}. The rows below show how the run itself ended.`,
    next:
      undo.kept + undo.failed === 0
        ? 'nothing.'
        : 'find the records that were kept or failed in the undo report, and change them by hand if you want to.',
  }),
};

export function endingOf(facts: RunFacts): Ending {
  return endings[facts.status](facts);
}

/**
 * Rows whose records now match them, with or without a write. A skipped row is not counted: the row that it equals may not
 * have landed.
 */
function written({ created, updated, unchanged, deleted, landed }: RowCounts): number {
  return created + updated + unchanged + deleted + landed;
}

/** Without the rows that the profile leaves out. */
const meant = ({ read, filtered }: RowCounts): number => read - filtered;

function filteredOut({ filtered }: RowCounts): string {
  if (filtered === 0) return '';
  return `, and ${filtered === 1 ? '1 was' : `${number(filtered)} were`} filtered out by the profile`;
}

function previewed({ created, updated, deleted, landed }: RowCounts): string {
  const parts: readonly (readonly [number, string])[] = [
    [created, 'to create'],
    [updated, 'to change'],
    [deleted, 'to delete'],
    [landed, 'to write'],
  ];
  const changes = parts.filter(([n]) => n > 0).map(([n, what]) => `${number(n)} ${what}`);
  return changes.length === 0 ? 'nothing to change' : changes.join(', ');
}

function inRecords(counts: RowCounts, others = ''): string {
  const all = rows(meant(counts));
  return `${number(written(counts))} of the ${all} of this file are in the records${others}${twins(counts)}${filteredOut(counts)}${unknownText(counts)}.`;
}

function landed(counts: RowCounts): string {
  const { unknown } = counts;
  return `${number(written(counts))} of ${rows(meant(counts))} are in${unknown === 0 ? '' : `, ${number(unknown)} unknown`}`;
}

/** Rows with an unknown outcome are not reported as missing. */
function unknownText({ unknown }: RowCounts): string {
  if (unknown === 0) return '';
  return `; the outcome of ${rows(unknown)} is unknown`;
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
