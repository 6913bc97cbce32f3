import { counted, number, rows, time } from '@sluice/contract/words';
import type { RowClass, RunStatus } from '@sluice/ledger';
import { run } from './run.ts';

const notTwice = 'Rows that are already in the records are not written twice.';
const noSheet = 'There is no result sheet, since the file itself is not kept any more.';
const sheetNext =
  'correct the rows with errors in the result sheet, and upload that sheet to the same folder.';

/** What only the mail of a run says. */
export const runMail = {
  /** Of the subject, after the name of the file. */
  headline: {
    subject: (name: string, headline: string, id: string) =>
      `${name || 'A file without a name'}: ${headline} (run ${id})`,
    nothingToWrite: 'nothing had to be written',
    allIn: (n: number) => `${all(n)} in`,
    allDeleted: (n: number, deleted: number) => `${all(n)} done, ${counted(deleted, 'record')} deleted`,
    partIn: (written: number, n: number, unknown: number) =>
      `${number(written)} of ${rows(n)} are in${unknown === 0 ? '' : `, ${number(unknown)} unknown`}`,
    failed: (partIn: string) => `the import failed, ${partIn}`,
    cancelled: (partIn: string) => `cancelled, ${partIn}`,
    rejected: (why: string) => `nothing was imported, ${why}`,
    proposed: (why: string) => `nothing was imported, ${why}, a profile is proposed`,
    unreadable: 'the file could not be read',
    seeReason: 'see the reason',
    toCorrect: (n: number) => (n === 1 ? '1 row needs correcting' : `${rows(n)} need correcting`),
    reminder: (n: number) => `reminder ${number(n)}, `,
    toDecide: (n: number) => `${n === 1 ? '1 row needs' : `${rows(n)} need`} your decision`,
    awaitingApproval: (changes: readonly string[]) =>
      `waits for approval: ${changes.length === 0 ? 'nothing to change' : changes.join(', ')}`,
    toCreate: (n: number) => `${number(n)} to create`,
    toChange: (n: number) => `${number(n)} to change`,
    toDelete: (n: number) => `${number(n)} to delete`,
    toWrite: (n: number) => `${number(n)} to write`,
    duplicate: 'imported before, nothing was done',
    superseded: 'a newer version was imported, nothing was done',
    undone: (records: number, left: number) =>
      `${counted(records, 'record')} undone${left === 0 ? '' : `, ${number(left)} not`}`,
    reverted: (imports: number) => `${counted(imports, 'import')} undone by an operator`,
    late: (imports: number) => `${counted(imports, 'import')} ended late`,
  },
  /** Why a file was not taken. */
  rejection: {
    empty: 'the file is empty',
    noRows: 'it has no rows',
    password: 'the file has a password',
    tooLarge: 'the file is too large',
    severalSheets: 'it has several sheets',
    noSuchSheet: 'it has no sheet of that name',
    header: 'its header is unclear',
    end: 'it is unclear where its table ends',
    allFiltered: 'the profile leaves out every row',
    unknownColumns: 'it has unknown columns',
    missingColumns: 'it lacks columns',
    twinColumns: 'two columns mean the same',
    constantColumn: 'a column does not fit the profile',
    ids: 'it has ids of records',
    lookupColumn: 'the column is missing that finds the records',
    folder: 'it is in the wrong folder',
    profileNeeded: 'its folder has no profile',
    paused: 'its profile is paused',
    profileUnusable: 'its profile cannot be used',
    fileName: 'its name does not fit the profile',
    deleted: 'the file was deleted',
    tooSlow: 'it takes too long to read',
    unreadable: 'it cannot be read',
    dryRun: 'its dry run did not pass',
  },
  reminded: {
    needs_decision: 'You get a reminder every day until you decide or cancel.',
    awaiting_approval: 'You get a reminder every day until you approve or refuse.',
  } as Partial<Record<RunStatus, string>>,
  /** The one next step. */
  next: {
    is: (step: string) => `What to do next: ${step}`,
    nothing: 'nothing.',
    noneButSheet: (namesRecords: boolean) =>
      `nothing. The result sheet ${namesRecords ? 'names the record' : 'has the outcome'} of each row.`,
    noneAndNoSheet: `nothing. ${noSheet}`,
    correctSheet: sheetNext,
    correctRows: 'correct these rows and upload the file again.',
    correctSheetNotTwice: `${sheetNext} ${notTwice}`,
    correctRowsNotTwice: `correct these rows and upload them again. ${noSheet} ${notTwice}`,
    fixAgain: 'fix the problem above and upload the file again.',
    fixAgainNotTwice: `fix the problem above and upload the file again. ${notTwice}`,
    againNotTwice: `upload the file again. ${notTwice}`,
    checkProposal:
      'check the proposed profile. If it is right, accept it, and the file is imported with it. If not, fix the problem above and upload the file again.',
    decide: 'check in the service whether these rows are there. Then run the command that fits.',
    approve: `read the plan, then approve or refuse it. ${run.checkedOnceMore}`,
    duplicate:
      'nothing. If somebody changed the records in another way, the command below checks each row again.',
    superseded:
      'nothing. The newer version has a mail of its own. If you want the older values back, drop this file again.',
    cancelled: `nothing. To continue, upload the file again. ${notTwice}`,
    undoneInPart: 'find the other records in the undo report, and change them by hand if needed.',
    reverted: 'nothing, if this was meant. Otherwise ask the operator who is named below.',
  },
  rows: 'Rows',
  rowsIfApproved: 'Rows, if you approve',
  rowsBeforeUndo: 'Rows before the undo',
  read: 'read',
  /** Rows in the order of the mail: of a run that ended, and of a plan. */
  rowClass: {
    created: ['created', 'would be created'],
    updated: ['updated', 'would be updated'],
    unchanged: ['unchanged', 'would stay unchanged'],
    deleted: ['deleted', 'would be deleted'],
    landed: ['written; the service does not say how', 'would be written; the service does not say how'],
    skipped: ['skipped: identical to an earlier row', 'skipped: identical to an earlier row'],
    filtered: ['left out by the profile', 'left out by the profile'],
    failed: ['with errors, not written', 'with errors, not written'],
    notAttempted: ['without errors, not written', 'would not be written'],
    unknown: ['unknown: written or not', 'unknown'],
  } as Record<RowClass, readonly [ended: string, planned: string]>,
  youDecide: 'unknown: you decide',
  landedAlready: 'landed already, left out',
  asExported: 'as exported, left out',
  changedSince: 'changed by others since the export, left out',
  attached: (file: string) => `The result sheet is attached: ${file}.`,
  linksOpen: (until: string) => `The links to files open until ${time(until)}, for anyone who has this mail.`,
  /** In a chat, before the command that shows the rest. */
  seeMore: 'To see more',
};

const all = (n: number): string => (n === 1 ? 'its row is' : `all ${rows(n)} are`);

export type RunMailMessages = typeof runMail;
