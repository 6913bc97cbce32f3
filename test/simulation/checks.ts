import {
  countsOf,
  identityHolds,
  isEnded,
  progressOf,
  replay,
  replayMigration,
  runHead,
  verifyStored,
  type LedgerEvent,
  type Run,
  type Submission,
} from '@sluice/ledger';
import { isNoticeSettled, noticeSchema } from '@sluice/ledger/notice';
import { byOwnRule } from '@sluice/ledger/migrations';
import type { FaultKind } from './effects.ts';
import { breachesOfOrder, realImports, repeatsContent } from './checks-of-order.ts';
import { rowsOf, type Import } from './service-view.ts';
import type { World } from './world.ts';

type Checked = Pick<
  World,
  | 'deadLetters'
  | 'fired'
  | 'isOurs'
  | 'ledger'
  | 'mails'
  | 'migrations'
  | 'received'
  | 'resultOf'
  | 'service'
  | 'sfn'
  | 'sqs'
  | 'violations'
>;

/** Every way in which what came to rest is not what the invariants promise. */
export async function breachesOf(world: Checked, runIds: readonly string[]): Promise<string[]> {
  const { ledger, service, sqs, sfn } = world;
  const found = [...world.violations, ...service.violations];
  for (const runId of runIds) found.push(...(await breachesOfRun(world, runId)));
  if (await repeatsContent(ledger)) found.push('invariant 7: the same content was imported twice');
  found.push(...(await breachesOfOrder(world, runIds)));
  // A message is given up after five failures.
  if (world.deadLetters.length > 0 && world.fired.length < 5) found.push('invariant 11: a message is dead');
  const open = await ledger.openRuns();
  if (open.length > 0)
    found.push(`invariant 12: runs are left open: ${open.map((run) => run.status).join()}`);
  if (sqs.messages.some(({ queue }) => !queue.startsWith('dead')))
    found.push('invariant 12: messages are left in a queue');
  if ([...sfn.executions.values()].some(({ running }) => running))
    found.push('invariant 12: an execution is left running');
  if (service.running().length > 0) found.push('invariant 12: an import is left running');
  if (world.mails.some(({ subject }) => isPrivate(subject)))
    found.push('invariant 15: a subject has a cell in it');
  return found;
}

export const isPrivate = (text: string) => /canary|@example\.com/iu.test(text);

const endings = new Set(['cancelled', 'duplicate', 'finished', 'rejected', 'superseded']);

async function breachesOfRun(world: Checked, runId: string): Promise<string[]> {
  const { ledger } = world;
  const run = await ledger.run(runId);
  if (run === undefined) return [`invariant 8: there is no run ${runId}`];
  const submissions = await ledger.submissions(runId);
  const events = await ledger.events(runId);
  const found: string[] = [];
  if (!isEnded(run.status)) found.push(`invariant 12: the run does not end: it is ${run.status}`);
  if (run.cancel !== undefined && !['cancelled', 'undone'].includes(run.status))
    found.push(`invariant 12: somebody cancelled the run, and it is ${run.status}`);
  const open = submissions.filter(
    ({ phase, status }) =>
      phase === 'real' && (status === 'accepted' || (status === 'sending' && run.cancel === undefined)),
  );
  // An undo deals with every import, whatever became of it.
  for (const { batch, status } of isEnded(run.status) && run.status !== 'undone' ? open : [])
    found.push(`invariant 12: batch ${batch} of a run that has ended is left ${status}`);
  if ((run.reason === undefined) !== (run.reasonCodes === undefined))
    found.push(`the reason of a run has no code: ${run.reason}`);
  const counts = countsOf(run, submissions);
  if (!identityHolds(counts)) found.push(`invariant 1: the rows do not add up: ${JSON.stringify(counts)}`);
  found.push(...breachesOfHistory(events, { run, submissions }));
  const { items } = await ledger.itemPage(runId, { limit: 1000 });
  for (const { subject = 'run', expected } of verifyStored({ runId, items, events }))
    found.push(`invariant 21: the audit of ${subject} expected ${expected}`);
  for (const importId of submissions.flatMap(importIdsOf))
    if (!(await ledger.runPage({ importId, limit: 9 })).runs.some((one) => one.runId === runId))
      found.push(`invariant 4: the run is not found by its import ${importId}`);
  // Of a run that has ended, the history reads all batches.
  const progress = isEnded(run.status)
    ? progressOf(run, submissions)
    : (await ledger.runWithProgress(runId))?.progress;
  const shown = runHead({ run, progress }, new Date(0));
  if (!same(shown.counts, counts))
    found.push('invariant 1: the run shows other counts than its batches have');
  return [
    ...found,
    ...(await breachesOfRows(world, run, submissions)),
    ...breachesOfImports(world, run, submissions),
    ...breachesOfMail(world, run, events),
  ];
}

const importIdsOf = ({ attempts }: Submission) => attempts.flatMap(({ importId }) => importId ?? []);

function breachesOfHistory(events: readonly LedgerEvent[], now: ReturnType<typeof replay>): string[] {
  const ends = events.filter(({ type }) => endings.has(type)).length;
  const found = ends > 1 ? [`invariant 10: the run ends ${ends} times in its history`] : [];
  try {
    const again = replay(events);
    if (!same(again.run, now.run)) found.push('invariant 10: the history does not replay to the run');
    if (!same(again.submissions, now.submissions))
      found.push('invariant 10: the history does not replay to the submissions');
  } catch (error) {
    found.push(`invariant 10: the history is broken: ${String(error)}`);
  }
  return found;
}

/** Equal as JSON, whatever the order of keys. */
function same(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [a, b]: Readonly<Record<string, unknown>>[] = [{ ...one }, { ...other }];
  return Object.keys({ ...a, ...b }).every((name) => same(a?.[name], b?.[name]));
}

/** The imports of a run that the service took for real. */
const landed = ['created', 'updated', 'unchanged', 'deleted', 'landed'];

/** Whether every record of a row landed. */
const isLanded = (mark: string) => mark.split('; ').every((one) => landed.includes(one));

/** How many records of a row were written. */
const writtenIn = (cells: readonly string[], writes: ReadonlyMap<string, number>) =>
  new Set(cells.filter((cell) => writes.has(cell))).size;

/** Row by row: what the ledger and the result sheet claim is what the service did (invariants 1, 3). */
async function breachesOfRows(
  world: Checked,
  run: Run,
  submissions: readonly Submission[],
): Promise<string[]> {
  const { runId, status } = run;
  const found: string[] = [];
  const writes = new Map<string, number>();
  const isReverted = (one: Import) =>
    one.undo !== undefined &&
    submissions.some(({ importId, status }) => importId === one.importId && status === 'failed');
  const real = realImports(world, runId);
  // One that an operator reverted before the flow asked how it ended is answered as failed.
  for (const one of real.filter((made) => !isReverted(made)))
    for (const [index, { lookup }] of rowsOf(one.sets).entries()) {
      const wrote = one.written.has(index + 1) ? 1 : 0;
      if (wrote === 0 && !isUnchanged(one, index + 1)) continue;
      writes.set(lookup, (writes.get(lookup) ?? 0) + wrote);
    }
  if (world.isOurs && new Set(real.map(({ batch }) => batch)).size < real.length)
    found.push('invariant 3: a batch has two imports in spite of its key');
  for (const times of writes.values())
    if (times > 1) found.push(`invariant 3: a row was written ${times} times`);
  const counts = countsOf(run, submissions);
  const classes: readonly (readonly [string, number])[] = Object.entries(counts);
  const claimed = classes.reduce((sum, [name, count]) => (landed.includes(name) ? sum + count : sum), 0);
  const text = await world.resultOf(runId);
  if (text === undefined) {
    const isOfNoRows = writes.size === 0 && claimed === 0;
    return isOfNoRows ? found : [...found, 'invariant 1: a run that wrote has no result sheet'];
  }
  // A workbook: whoever drops one looks into it.
  if (text.startsWith('PK')) return found;
  const [header = [], ...rows] = text
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => line.replaceAll('"', '').split(','));
  const at = header.indexOf('Status');
  // A row may have several records, each with its lookup in a cell.
  const shared = rows.reduce((sum, cells) => sum + Math.max(0, writtenIn(cells, writes) - 1), 0);
  if (claimed + counts.unknown < writes.size - shared)
    found.push(`invariant 3: ${writes.size - shared} rows were written, and ${claimed} are claimed`);
  if (rows.length !== counts.read)
    found.push(`invariant 1: the sheet has ${rows.length} rows of ${counts.read}`);
  for (const cells of rows) {
    const mark = cells[at] ?? '';
    const written = writtenIn(cells, writes);
    if (isLanded(mark) && written === 0) found.push(`invariant 3: a row is ${mark} that was not written`);
    const isDenied = (mark === 'failed' || mark === 'not attempted') && written > 0;
    if (isDenied && status !== 'undone') found.push(`invariant 3: a row is ${mark} that was written`);
  }
  const tally = rows.filter((cells) => isLanded(cells[at] ?? '')).length;
  // The row of a person who was erased stays, without its cells.
  const erased =
    run.erasures === undefined ? 0 : rows.filter((cells) => cells.every((cell) => cell === '')).length;
  if (tally > claimed || tally + erased < claimed)
    found.push(`invariant 1: the sheet claims ${tally} rows, the counts ${claimed}`);
  const left = [...world.service.records.values()].filter((one) => ofRun(world, one.importId, runId)).length;
  const reported = run.undo?.counts?.failed ?? 0;
  if (status === 'undone' && left > reported)
    found.push(`an undone run left ${left} records as it wrote them, and reports ${reported}`);
  return found;
}

/** The service left the record as it was, since it had the values, and not because others had changed it (invariant 24). */
function isUnchanged({ isDone, state, undo, unmet }: Import, number: number): boolean {
  const ended = undo?.from ?? state;
  return isDone && (ended === 'success' || unmet.size > 0) && !unmet.has(number);
}

const ofRun = ({ service }: Checked, importId: string, runId: string) =>
  service.imports.get(importId)?.run === runId;

function breachesOfImports(world: Checked, { runId }: Run, submissions: readonly Submission[]): string[] {
  const known = new Set(submissions.flatMap(({ attempts }) => attempts.map(({ importId }) => importId)));
  const isSent = (batch: number) =>
    world.service.calls.some((one) => !one.dryRun && one.run === runId && one.batch === batch);
  // A worker that failed after its intent does not know either.
  const mayBeSent = world.fired.some(({ step, about }) => step === 'submitReal' && about === runId);
  const unsent = submissions.filter(
    ({ phase, attempts, batch }) =>
      phase === 'real' &&
      !(mayBeSent || isSent(batch)) &&
      attempts.some(({ outcome }) => outcome !== 'not_sent'),
  );
  const unknown = world.received
    .filter(({ importId, process }) => {
      return process.ended === 'done' && ofRun(world, importId, runId) && !known.has(importId);
    })
    .map(({ importId }) => `invariant 4: ${importId} was received, and is not in the ledger`);
  return [
    ...unknown,
    ...unsent.map(({ batch }) => `invariant 3: batch ${batch} counts as sent, and never was`),
  ];
}

const isSleep = (kind: FaultKind) => kind === 'slow' || kind === 'answersLate';
/** Who sleeps here may outlive the lease of the notice. */
const isAfterIntent = (effect: string) => /mailer|moveRun|SES|TransactWrite/u.test(effect);

/** One mail for each ending that a person is notified of, and one more at most for each fault that hit the sending. */
function breachesOfMail(
  { mails, fired }: Checked,
  { runId, migration, questions = 1 }: Run,
  events: readonly LedgerEvent[],
): string[] {
  // Its migration reports it.
  if (migration !== undefined) return [];
  const notices = events.flatMap(({ type, data }) =>
    type === 'noticeChanged'
      ? [{ about: String(data['about'] ?? 'end'), notice: noticeSchema.parse(data['notice']) }]
      : [],
  );
  const about = new Set(notices.map((one) => one.about));
  // Each plan and each question that somebody is asked about, each import that was reported or reverted after the end, and each reminder has a mail of its own.
  const asked = events.filter(({ type }) =>
    ['approvalRequested', 'lateImportEnded', 'importReverted', 'reminderDue'].includes(type),
  ).length;
  const undoneAgain = Math.max(0, events.filter(({ type }) => type === 'undone').length - 1);
  const ends = [...about].filter((status) => status !== 'awaiting_approval').length;
  const endings = ends + asked + undoneAgain + questions - 1;
  const sent = mails.filter((mail) => mail.about === runId).length;
  const more = fired.filter(
    ({ step, about: run, kind, effect }) =>
      step === 'reportRun' && run === runId && (!isSleep(kind) || isAfterIntent(effect)),
  ).length;
  if (about.size === 0) return ['invariant 13: nobody was notified'];
  // A notice that was only intended when the run moved on is overtaken by the next one.
  const settled = notices.filter(({ notice }) => isNoticeSettled(notice));
  const least = new Set(settled.map((one) => one.about)).size;
  return sent >= least && sent <= endings + more
    ? []
    : [`invariant 13: ${sent} mails about ${endings} endings`];
}

/** How a migration that came to rest is not as it should be. */
export async function breachesOfMigration(world: Checked, migrationId: string): Promise<string[]> {
  const migration = await world.migrations.migration(migrationId);
  if (migration === undefined) return [];
  const found: string[] = [];
  if (!same(replayMigration(await world.migrations.events(migrationId)), migration))
    found.push('invariant 10: the history of a migration does not replay to it');
  const open = await world.migrations.openMigrations();
  if (open.some((one) => one.migrationId === migrationId))
    found.push(`invariant 12: a migration is left ${migration.status}`);
  const { definition, dryRun, status, steps, undo } = migration;
  const mustUndo =
    definition?.ifStepFails === 'undo' && !dryRun && steps.some((one) => one.status === 'failed');
  const isUndoneByRule = status === 'failed_and_undone';
  if (isUndoneByRule ? !mustUndo : mustUndo && undo?.by === byOwnRule)
    found.push(`a migration of which ${mustUndo ? 'a' : 'no'} step failed is ${status}`);
  if (dryRun && steps.some((one) => one.status === 'succeeded'))
    found.push('a step of a dry run, which wrote nothing, counts as succeeded');
  const sent = world.mails.filter(({ tags }) => tags['migrationId'] === migrationId).length;
  if (sent === 0) found.push('invariant 13: nobody was notified of a migration');
  return found;
}
