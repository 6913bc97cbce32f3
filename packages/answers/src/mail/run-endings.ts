import { checkedOnceMore, nothingImported } from '../run/outcome.ts';
import { rejectionOf } from './rejections.ts';
import type { MailedStatus, RowCounts, RunFacts } from './run-facts.ts';
import { counted, number, rows } from '@sluice/contract/words';

/** The texts of a mail for one way that a run ends. */
interface Ending {
  /** After the file's name, in the subject. */
  readonly headline: string;
  /** The answer, in the first line. */
  readonly opening: string;
  readonly next: string;
}

const notTwice = 'Rows that are already in the records are not written twice.';
const againNext = 'fix the problem above and upload the file again.';
const sheetNext =
  'correct the rows with errors in the result sheet, and upload that sheet to the same folder.';

const noSheet = 'There is no result sheet, since the file itself is not kept any more.';
const hasResult = (files: RunFacts['files']): boolean => files?.result !== undefined;

const endings: Record<MailedStatus, (facts: RunFacts) => Ending> = {
  succeeded: (facts) => ({
    headline: allDone(facts),
    opening: sentences(allOpening(facts), leftOut(facts)),
    next: hasResult(facts.files)
      ? `nothing. The result sheet ${facts.counts.landed === 0 ? 'names the record' : 'has the outcome'} of each row.`
      : `nothing. ${noSheet}`,
  }),
  partly_succeeded: (facts) => ({
    headline: landed(facts),
    opening: inRecords(facts),
    next: `${hasResult(facts.files) ? sheetNext : `correct these rows and upload them again. ${noSheet}`} ${notTwice}`,
  }),
  rejected: ({ counts, files, proposal, reasonCodes }) =>
    counts.failed === 0
      ? {
          headline: `nothing was imported, ${rejectionOf(reasonCodes) ?? unread(counts)}${proposal ? ', a profile is proposed' : ''}`,
          opening: nothingImported(counts),
          next: proposal
            ? 'check the proposed profile. If it is right, accept it, and the file is imported with it. If not, fix the problem above and upload the file again.'
            : againNext,
        }
      : {
          headline: `nothing was imported, ${needing(counts.failed)}`,
          opening: nothingImported(counts),
          next: hasResult(files) ? sheetNext : 'correct these rows and upload the file again.',
        },
  failed: (facts) => ({
    headline: `the import failed, ${landed(facts)}`,
    opening: `The import stopped early. ${inRecords(facts)}`,
    next: `${facts.reason === undefined && facts.counts.failed === 0 ? 'upload the file again.' : againNext} ${notTwice}`,
  }),
  needs_decision: ({ counts, reminder, toDecide: { rowsEnded } = { rowsEnded: 0 } }) => ({
    headline: `${reminderText(reminder)}${counts.unknown === 1 ? '1 row needs' : `${rows(counts.unknown)} need`} your decision`,
    opening: sentences(
      rowsEnded > 0 && `The import of ${rows(rowsEnded)} ended with an error.`,
      counts.unknown > rowsEnded && `The service gave no answer for ${rows(counts.unknown - rowsEnded)}.`,
      `${counts.unknown === 1 ? 'It' : 'They'} may be in the records or not.`,
      'Nothing is sent again until you decide.',
      reminder && 'You get a reminder every day until you decide or cancel.',
    ),
    next: 'check in the service whether these rows are there. Then run the command that fits.',
  }),
  awaiting_approval: ({ reminder, ...facts }) => ({
    headline: `${reminderText(reminder)}waits for approval: ${previewed(facts.counts)}`,
    opening: sentences(
      `Nothing has been written. Here is what approval would do to ${meant(facts) === 1 ? 'the one row' : `the ${rows(meant(facts))}`}.`,
      leftOut(facts),
      reminder && 'You get a reminder every day until you approve or refuse.',
    ),
    next: `read the plan, then approve or refuse it. ${checkedOnceMore}`,
  }),
  duplicate: () => ({
    headline: 'imported before, nothing was done',
    opening:
      'Nothing was written: no run has written to these records since this content was imported with the same settings.',
    next: 'nothing. If somebody changed the records in another way, the command below checks each row again.',
  }),
  superseded: (facts) => ({
    headline: 'a newer version was imported, nothing was done',
    opening: `A newer version of this file had been imported when it was this one's turn. Nothing was written: ${
      meant(facts) === 1 ? 'its one row was' : `its ${rows(meant(facts))} were`
    } left out.`,
    next: 'nothing. The newer version has a mail of its own. If you want the older values back, drop this file again.',
  }),
  cancelled: (facts) => ({
    headline: `cancelled, ${landed(facts)}`,
    opening: `The run was cancelled. ${inRecords(facts)}`,
    next: `nothing. To continue, upload the file again. ${notTwice}`,
  }),
  undone: ({ undo = { reversed: 0, kept: 0, failed: 0 } }) => {
    const left = undo.kept + undo.failed;
    return {
      headline: `${counted(undo.reversed, 'record')} undone${left === 0 ? '' : `, ${number(left)} not`}`,
      opening: sentences(
        'What this run wrote was undone.',
        `${counted(undo.reversed, 'record')} ${undo.reversed === 1 ? 'is' : 'are'} as before the import${left === 0 ? '' : `, ${number(left)} ${left === 1 ? 'is' : 'are'} not`}.`,
      ),
      next:
        left === 0
          ? 'nothing.'
          : 'find the other records in the undo report, and change them by hand if needed.',
    };
  },
};

export function endingOf(facts: RunFacts): Ending {
  const ending = endings[facts.status](facts);
  const { status, reverts = [], late = [] } = facts;
  if (status === 'undone') return ending;
  if (reverts.length > 0) return revertedEnding(reverts.length);
  return late.length > 0 ? { ...ending, ...lateNews(late.length, ending.opening) } : ending;
}

/** An operator undid imports after the run had ended. */
const revertedEnding = (n: number): Ending => ({
  headline: `${counted(n, 'import')} undone by an operator`,
  opening: `An operator of the service undid ${counted(n, 'import')} of this run.`,
  next: 'nothing, if this was meant. Otherwise ask the operator who is named below.',
});

const lateNews = (n: number, opening: string): Pick<Ending, 'headline' | 'opening'> => ({
  headline: `${counted(n, 'import')} ended late`,
  opening: `${counted(n, 'import')} of this run ended after the run itself. ${opening}`,
});

const sentences = (...parts: readonly (string | number | false | undefined)[]): string =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(' ');

const reminderText = (reminder: number | undefined): string =>
  reminder === undefined ? '' : `reminder ${number(reminder)}, `;

const unread = ({ read }: RowCounts): string =>
  read === 0 ? 'the file could not be read' : 'see the reason';

type Counted = Pick<RunFacts, 'counts' | 'landedAlready' | 'asExported' | 'changedSince'>;

/**
 * Rows whose records match them, with or without a write. A twin is not counted: the row that it equals may not have landed.
 */
function written({ counts, landedAlready = 0 }: Counted): number {
  const { created, updated, unchanged, deleted, landed } = counts;
  return created + updated + unchanged + deleted + landed + landedAlready;
}

/** A deleted record is not in the records. */
const deletions = ({ deleted }: RowCounts): string => `${counted(deleted, 'record')} deleted`;

function allDone(facts: Counted): string {
  const { deleted } = facts.counts;
  const all = meant(facts);
  if (all === 0) return 'nothing had to be written';
  return `${all === 1 ? 'its row is' : `all ${rows(all)} are`} ${deleted === 0 ? 'in' : `done, ${deletions(facts.counts)}`}`;
}

function allOpening(facts: Counted): string {
  const { counts } = facts;
  const all = meant(facts);
  if (all === 0) return 'No row of this file had to be written.';
  const which = `${all === 1 ? 'The one row' : `All ${rows(all)}`} of this file`;
  // The others are left out.
  const them = all === counts.read - counts.filtered ? which : `${rows(all)} of this file`;
  return counts.deleted === 0
    ? `${them} ${all === 1 ? 'is' : 'are'} in the records.`
    : `${them} took effect: ${deletions(counts)}.`;
}

/** Without the rows that the profile leaves out, and those of an export that were not to be written. */
const meant = ({ counts: { read, filtered }, asExported = 0, changedSince = 0 }: Counted): number =>
  read - filtered - asExported - changedSince;

function leftOut({ counts: { filtered }, asExported = 0, changedSince = 0 }: Counted): string {
  return sentences(
    filtered > 0 && `The profile left out ${rows(filtered)}.`,
    asExported > 0 &&
      `${rows(asExported)} ${asExported === 1 ? 'is' : 'are'} as exported: nothing was written for ${asExported === 1 ? 'it' : 'them'}.`,
    changedSince > 0 &&
      `${rows(changedSince)} ${changedSince === 1 ? 'was' : 'were'} left out, as others have changed ${changedSince === 1 ? 'its record' : 'their records'} since the export.`,
  );
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

function inRecords(facts: Counted): string {
  const { landedAlready = 0, asExported = 0, changedSince = 0 } = facts;
  const { failed, notAttempted, skipped, unknown } = facts.counts;
  const twins = skipped - landedAlready - asExported - changedSince;
  const missing = failed + notAttempted;
  const all = meant(facts);
  return sentences(
    `${number(written(facts))} of the ${rows(all)} of this file ${written(facts) === 1 ? 'is' : 'are'} in the records.`,
    missing > 0 ? `${rows(missing)} ${missing === 1 ? 'is' : 'are'} not.` : '',
    twins > 0 ? `${rows(twins)} ${twins === 1 ? 'was' : 'were'} skipped as identical to an earlier row.` : '',
    leftOut(facts),
    // They are not reported as missing.
    unknown > 0 ? `For ${rows(unknown)} this is unknown.` : '',
  );
}

function landed(facts: Counted): string {
  const { counts } = facts;
  const { unknown } = counts;
  return `${number(written(facts))} of ${rows(meant(facts))} are in${unknown === 0 ? '' : `, ${number(unknown)} unknown`}`;
}

function needing(failed: number): string {
  return failed === 1 ? '1 row needs correcting' : `${rows(failed)} need correcting`;
}
