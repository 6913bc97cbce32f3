import { are, counted, number, rowNumbers, rows, time, were } from '@sluice/contract/words';
import type { Choice, RowClass, RunStatus, UndoCounts } from '@sluice/ledger';

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** What is said of a run. */
export const run = {
  /** In lists and in colour. */
  status: {
    reading: 'reading',
    queued: 'queued',
    checking: 'checking',
    awaiting_approval: 'awaiting approval',
    importing: 'importing',
    succeeded: 'succeeded',
    partly_succeeded: 'partly succeeded',
    rejected: 'rejected',
    failed: 'failed',
    needs_decision: 'needs decision',
    duplicate: 'duplicate',
    superseded: 'superseded',
    cancelled: 'cancelled',
    undoing: 'undoing',
    undone: 'undone',
  } satisfies Record<RunStatus, string>,
  dryRunPassed: 'dry run passed',
  dryRunFailed: 'dry run failed',

  /** The answer: what happened, or what happens now. */
  answer: {
    reading: 'The sheet is being read.',
    queued: 'Waiting for its turn. Nothing has been written yet.',
    checking: (read: number) => `Checking ${rows(read)} in a dry run. Nothing has been written yet.`,
    importing: (read: number) => `Importing ${rows(read)}.`,
    undoing: 'The undo is under way.',
    failed: 'The import stopped early.',
    cancelled: 'The run was cancelled.',
    dryRunPassed: 'The dry run passed.',
    notImported: 'Nothing was imported.',
    someWrong: (wrong: number, all: number) =>
      `Nothing was imported: ${number(wrong)} of the ${rows(all)} ${wrong === 1 ? 'has an error' : 'have errors'}, and every row must be right.`,
    allWrong: (all: number) =>
      `Nothing was imported: ${all === 1 ? 'the one row has an error' : `all ${rows(all)} have errors`}.`,
    duplicate:
      'Nothing was written: the same content was imported before with the same settings, and no run has written to these records since.',
    superseded: 'Nothing was written: a newer version of this file was imported before its turn came.',
    awaitingApproval: 'Waiting for approval. Nothing has been written yet.',
    failedOf: (wrong: number, read: number) => `${number(wrong)} of ${rows(read)} failed.`,
    needsDecision: 'Waiting for a decision.',
    decided: 'Everything is decided; the run goes on.',
    importEnded: (n: number) => `The import of ${rows(n)} ended with an error.`,
    noAnswer: (n: number) => `The service gave no answer for ${rows(n)}.`,
    maybeIn: (n: number) =>
      `${n === 1 ? 'It' : 'They'} may be in the records or not. Nothing is sent again until you decide.`,
    undone: 'What this run wrote was undone.',
    undoneCounts: ({ reversed, kept, failed }: UndoCounts) =>
      `${[
        `${counted(reversed, 'record')} undone`,
        ...(kept === 0
          ? []
          : [`${number(kept)} kept because somebody changed ${kept === 1 ? 'it' : 'them'} since`]),
        ...(failed === 0 ? [] : [`${number(failed)} failed`]),
      ].join(', ')}.`,
    noRows: 'No rows were read.',
    nothingToWrite: 'No row of this file had to be written.',
    allIn: (n: number, isWhole: boolean) => `${whole(n, isWhole)} of this file ${are(n)} in the records.`,
    allDone: (n: number) => `${whole(n, true)} of this file ${are(n)} done.`,
    allDeleted: (n: number, isWhole: boolean, deleted: number) =>
      `${whole(n, isWhole)} of this file took effect: ${counted(deleted, 'record')} deleted.`,
    partIn: (written: number, all: number) =>
      `${number(written)} of the ${rows(all)} of this file ${are(written)} in the records.`,
    missing: (n: number) => `${rows(n)} ${are(n)} not.`,
    twins: (n: number) => `${rows(n)} ${were(n)} skipped as identical to an earlier row.`,
    skipped: (n: number) => `${rows(n)} ${were(n)} skipped.`,
    filtered: (n: number) => `The profile left out ${rows(n)}.`,
    asExported: (n: number) =>
      `${rows(n)} ${are(n)} as exported: nothing was written for ${n === 1 ? 'it' : 'them'}.`,
    changedSince: (n: number) =>
      `${rows(n)} ${were(n)} left out, as others have changed ${n === 1 ? 'its record' : 'their records'} since the export.`,
    unknown: (n: number) => `For ${rows(n)} this is unknown.`,
    reverted: (imports: number) =>
      `An operator of the service undid ${counted(imports, 'import')} of this run.`,
    late: (imports: number) => `${counted(imports, 'import')} of this run ended after the run itself.`,
  },
  countsDoNotAddUp: (classes: readonly string[]) =>
    `Warning: the counts of this run do not add up (${classes.join(', ')}). Trust the rows of the result sheet, and report this to your Sluice administrators.`,
  checkedOnceMore:
    'It is checked once more before anything is written. If it has changed by then, you are asked again.',

  /** Rows by what became of them, in one word or two. */
  rowClass: {
    created: 'created',
    updated: 'updated',
    unchanged: 'unchanged',
    deleted: 'deleted',
    landed: 'landed',
    skipped: 'skipped',
    filtered: 'filtered',
    failed: 'failed',
    notAttempted: 'not attempted',
    unknown: 'unknown',
  } satisfies Record<RowClass, string>,
  /** What the rows are called that were not attempted: while nobody knows, and after a dry run. */
  underWay: 'under way',
  passed: 'passed',
  counted: (n: number, rowClass: string) => `${number(n)} ${rowClass}`,
  readOf: (n: number, classes: readonly string[]) =>
    `${number(n)} read${classes.length === 0 ? '' : `: ${classes.join(', ')}`}`,

  /** Rows that need a person. */
  rowsOf: (first: readonly number[], inAll: number, reason: string) =>
    `${capital(rowNumbers(first, inAll))}: ${reason}`,
  moreReasons: (n: number) => `${counted(n, 'more row')} with other errors: see the result sheet`,
  more: (n: number) => `and ${number(n)} more`,
  title: {
    problems: 'What to correct',
    notAttempted: 'Why rows without errors were not written',
    unknown: 'Why the outcome of rows is unknown',
    proposal: 'Proposed profile',
    toDecide: 'Batches to decide',
    before: 'Earlier runs',
    warnings: 'Warnings',
    notes: 'How the file was read',
    reverts: 'Undone by an operator of the service',
    late: 'Imports that ended after the run',
    actions: 'Links and commands',
    run: 'The run',
    dryRuns: 'Dry runs in the service, which wrote nothing',
    imports: 'Imports in the service',
  },

  /** Names of facts. */
  fact: {
    file: 'file',
    run: 'run',
    rows: 'rows',
    started: 'started',
    ended: 'ended',
    took: 'took',
    droppedBy: 'dropped by',
    from: 'from',
    place: 'dropped at',
    profile: 'profile',
    profileVersion: 'profile version',
    profileFingerprint: 'profile fingerprint',
    profileSavedBy: 'profile saved by',
    records: 'records',
    sameAs: 'same as',
    importedBefore: 'imported before',
    writtenSince: 'written since',
    waitsFor: 'waits for',
    since: 'since',
    begins: 'begins',
    corrects: 'corrects',
    migration: 'migration',
    definitionBy: 'definition uploaded by',
    ifApproved: 'if approved',
    plan: 'plan',
    approvedBy: 'approved by',
    undone: 'undone',
    undoneBy: 'undone by',
    reverted: 'reverted',
    warning: 'warning',
    note: 'note',
    readAs: 'read as',
    mail: 'e-mail',
    resultSheet: 'result sheet',
    undoReport: 'undo report',
    calls: 'calls',
    status: 'status',
    version: 'version',
    fingerprint: 'fingerprint',
  },
  records: (schema: string, lookup: string) => `${schema}, found by ${lookup}`,
  earlier: (file: string, startedAt: string, droppedBy: string) =>
    `${file}, ${time(startedAt)}, dropped by ${droppedBy}`,
  mayStillWrite: (until: string) => `${time(until)}: an import may still write until then`,
  approved: (by: string, at: string) => `${by}, ${time(at)}`,
  migrationStep: (name: string, step: number) => `${name}, step ${step}`,
  plan: (name: string, place: string) => [name, place].filter((part) => part !== '').join(', '),
  reverted: (
    {
      importId,
      batch,
      by,
      at,
    }: Readonly<Record<'importId' | 'by' | 'at', string>> & { readonly batch: number },
    undone: string,
  ) => `Import ${importId} of batch ${batch} was reverted by ${by}, ${time(at)}: ${undone}`,
  lateImport: (importId: string, batch: number, status: string) =>
    `Import ${importId} of batch ${batch} was reported late: ${status}`,
  lateAfterUndo: (late: string, runId: string) => `${late}; "npx sluice undo ${runId}" takes it back as well`,
  passedBy: (runId: string) =>
    `It did not wait for run ${runId}, whose file was dropped into this folder before: reading that one had not come further for 15 minutes.`,
  calls: (dryRuns: number, further: number, imports: number) =>
    `${counted(dryRuns, 'dry run')}${further === 0 ? '' : ` (${number(further)} of them to find wrong rows)`}, ${counted(imports, 'import')}`,

  /** What a person can do next. */
  act: {
    planInConsole: 'Read the plan in the console, and approve or refuse it there',
    approve: 'Approve',
    refuse: 'Refuse',
    plan: 'Save the plan, with every row',
    accept: 'Accept the proposed profile',
    again: 'Import it again',
    result: 'Save the result sheet',
    correct: 'Upload it, once its rows are correct',
    correctStep: 'Start its migration again, with the file corrected',
    undoReport: 'Save the undo report',
    follow: 'Follow it',
    details: 'Every detail',
    run: 'The run, with its history',
  },
  decide: {
    ofOnlyBatch: (what: string) => capital(what),
    ofBatch: (batch: number, what: string) => `Batch ${batch}: ${what}`,
    attach: (isKnown: boolean) =>
      `${isKnown ? 'another import of it' : 'its import'} is there; put its id in place of IMPORT_ID`,
    landed: (from: string) => `its rows are there${from}`,
    notApplied: (from: string) => `they are not there${from}`,
    sendAgain: (from: string) => `send it again${from}; this overwrites what others changed since`,
    allLanded: (from: string) => `All batches: their rows are there${from}`,
    noneApplied: (from: string) => `All batches: none is there${from}`,
    allAgain: (from: string) =>
      `All batches: send them again${from}; this overwrites what others changed since`,
    from: (at: string) => ` (from ${time(at)} on)`,
    batch: (batch: number, n: number, sentAt: string | null) =>
      `Batch ${batch} (${rows(n)}${sentAt === null ? '' : `, sent ${time(sentAt)}`}).`,
    importEnded: (importId: string) => `Its import ${importId} ended with an error.`,
    noImport: 'No import id was received.',
    lastImport: (importId: string) => `Its last known import is ${importId}.`,
    nameInService: (runId: string, batch: number) =>
      `In the service its name contains "[run ${runId} batch ${batch}".`,
  },
  choice: {
    attach: 'attached to the import',
    landed: 'counted as written',
    notApplied: 'not applied',
    sendAgain: 'send again',
  } satisfies Record<Choice, string>,

  /** The state of its mail. */
  mailTo: (addresses: readonly string[], state: string | undefined) =>
    `E-mail to ${addresses.join(', ')}: ${state ?? 'not due yet'}`,
  timeline: 'Timeline',
  olderEvents: (n: number) => `${counted(n, 'older event')} of batches left out`,
  noImportId: 'no importId',
  attempts: (n: number) => counted(n, 'attempt'),
  ofBatch: (batch: number) => `batch ${batch}`,
  /** What an undo answers that found nothing to do; what that undo did follows. */
  undoneBefore: (what: 'run' | 'start', by: string | undefined, at: string | undefined) =>
    `Nothing was done now: this ${what} was undone before${by === undefined ? '' : ` by ${by}`}${at === undefined ? '' : `, requested ${time(at)}`}. That undo:`,
  planHead: 'What approval would do',

  event: {
    forRun: (runId: string) => `for run ${runId}`,
    plan: (name: string) => `plan ${name}`,
    objects: (n: number) => counted(n, 'object'),
    record: (hash: string) => `record ${hash}`,
    by: (who: string) => `by ${who}`,
  },
  progress: {
    reading: 'reading the sheet',
    queued: 'waiting for its turn',
    checking: 'checking (dry run)',
    importing: 'importing',
    rows,
    goesFirst: (runId: string) => `run ${runId} goes first`,
    quiet: (until: string) =>
      `begins at ${time(until)}: until then an import without an answer may still write records`,
    batches: (done: number, all: number) => `${number(done)} of ${counted(all, 'batch', 'batches')}`,
    undone: (records: number) => `${counted(records, 'record')} so far`,
    left: (duration: string) => `${duration} left`,
    almostDone: 'almost done',
    days: (n: number) => counted(n, 'day'),
  },
};

const whole = (n: number, isWhole: boolean): string =>
  isWhole ? (n === 1 ? 'The one row' : `All ${rows(n)}`) : rows(n);

export type RunMessages = typeof run;
