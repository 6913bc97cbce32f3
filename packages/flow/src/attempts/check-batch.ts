import { sha256 as hashOf } from '@sluice/aws-kit/hash-chain';
import { reasonOf, type Reason } from '@sluice/contract';
import { counted } from '@sluice/contract/words';
import {
  afterAnswer,
  searchOf,
  type DryAnswer,
  type RefusedRow,
  type RowOutcome,
  type Search,
  type SearchRules,
} from '@sluice/import-plan';
import type { Ledger, Run, Submission, SubmissionEvent } from '@sluice/ledger';
import { endUnsent, namedIn, reasonIn, sentBatch, shortened, type BatchEnd } from './batch-end.ts';
import { keepNumbering, numberingOf } from './numbering.ts';
import type { Files } from '../ports.ts';
import { batchObjects, recordSetsSchema, type BatchObject } from '../run-objects.ts';

/** How many further dry runs may search for refused rows. */
export const mostExtraCalls = { perBatch: 60, perRun: 600 } as const;

export interface CheckServices {
  readonly ledger: Pick<Ledger, 'batch' | 'submissions'>;
  readonly files: Pick<Files, 'get' | 'put'>;
}

export type DryRunResult =
  | { readonly kind: 'passed'; readonly changed?: readonly RefusedRow[] }
  | { readonly kind: 'refused'; readonly message: string };

type AgainEvent = Extract<SubmissionEvent, { type: 'rowsSetAside' }>;

/** The batch has ended, or is checked again without the rows that were refused. */
export type Checked =
  | { readonly kind: 'ended'; readonly end: BatchEnd }
  | { readonly kind: 'again'; readonly event: Omit<AgainEvent, 'at' | 'owner'> };

interface DryRun {
  readonly run: Run;
  readonly submission: Submission;
}

/** Said of rows whose records others have changed since their export. */
const changedMeanwhile = 'others have changed the record of this row';

/**
 * Searches for every bad row in one pass. Rows that the service names are left out and the others are checked again, until
 * it names no new ones or the calls are spent. A repeat after a crash writes the same.
 */
export async function afterDryRun(
  { run, submission }: DryRun,
  reply: DryRunResult,
  services: CheckServices,
): Promise<Checked> {
  const { changed = [] } = reply.kind === 'passed' ? reply : {};
  if (reply.kind === 'passed' && changed.length === 0 && submission.round === undefined)
    return { kind: 'ended', end: { status: 'succeeded', outcomes: [] } };
  const whole = await wholeBatch(submission, services);
  if (whole === undefined) {
    const reason = 'the object of the batch is missing';
    return { kind: 'ended', end: endUnsent({ phase: 'dry', rows: [] }, { reason, mayBeWritten: false }) };
  }
  const search = await searchSoFar(submission, distinct(whole.rows), services.files);
  const rules = { sendsRest: run.invalidRows === 'skip', mostCalls: await callsFor(submission, services) };
  const answer: DryAnswer =
    reply.kind === 'passed'
      ? changed.length === 0
        ? { kind: 'passed' }
        : { kind: 'refused', named: changed, message: changedMeanwhile }
      : await refusalOf(reply.message, { run, sent: asked(whole, search) }, services.files);
  const step = afterAnswer(search, answer, rules);
  if (step.kind === 'done') return { kind: 'ended', end: endOfSearch(step, rules) };
  return {
    kind: 'again',
    event: await keepRound(submission, { whole, search: step.search }, services.files),
  };
}

/** Leaves out rows that are known to be wrong before the first dry run. Undefined if there are none. */
export async function leaveOutRows(
  submission: Submission,
  isWrong: (row: number) => boolean,
  services: CheckServices,
): Promise<Extract<Checked, { kind: 'again' }>['event'] | 'nothingLeft' | undefined> {
  const whole = await wholeBatch(submission, services);
  const rows = distinct(whole?.rows.filter((row) => !isWrong(row)) ?? []);
  if (whole === undefined || !whole.rows.some(isWrong)) return undefined;
  if (rows.length === 0) return 'nothingLeft';
  return keepRound(submission, { whole, search: searchOf(rows) }, services.files);
}

/** The end of a dry run that will not be made. Results of its earlier rounds stay. */
export async function endOfUnsentDryRun(
  submission: Submission,
  reason: string,
  { files }: Pick<CheckServices, 'files'>,
): Promise<BatchEnd> {
  const object = await batchObjects.records.read(submission, files);
  if (submission.round === undefined)
    return endUnsent({ phase: 'dry', rows: object?.rows ?? [] }, { reason, mayBeWritten: false });
  const { asking, waiting, passed, refused, unchecked } = await searchSoFar(submission, [], files);
  const others = [...asking.rows, ...waiting.flatMap(({ rows }) => rows), ...passed, ...unchecked];
  const end = endUnsent({ phase: 'dry', rows: others }, { reason, mayBeWritten: false });
  const outcomes = [...end.outcomes, ...refused.map(failedRow)];
  return { ...end, outcomes: outcomes.toSorted(byRow) };
}

async function wholeBatch(
  { runId, batch }: Submission,
  { ledger, files }: CheckServices,
): Promise<BatchObject | undefined> {
  const planned = await ledger.batch(runId, batch);
  return planned && batchObjects.records.read({ ...planned, batch }, files);
}

async function searchSoFar(
  submission: Submission,
  rows: readonly number[],
  files: Pick<Files, 'get'>,
): Promise<Search> {
  const { round } = submission;
  if (round === undefined) return searchOf(rows);
  const search = await batchObjects.search.read({ ...submission, round }, files);
  if (search === undefined) throw new Error('The search of a batch is missing');
  return search;
}

/** If answers for several batches arrive together, the calls may exceed the limit of the run a little. */
async function callsFor(submission: Submission, { ledger }: CheckServices): Promise<number> {
  const all = await ledger.submissions(submission.runId);
  const byOthers = all
    .filter(({ batch }) => batch !== submission.batch)
    .reduce((sum, { round = 0 }) => sum + round, 0);
  return Math.min(mostExtraCalls.perBatch, mostExtraCalls.perRun - byOthers);
}

/** Remembers for the run from which number the server counts, once its message shows that. */
async function refusalOf(
  message: string,
  { run, sent }: { readonly run: Run; readonly sent: BatchObject },
  files: Pick<Files, 'get' | 'put'>,
): Promise<DryAnswer> {
  const known = await numberingOf(run.runId, files);
  const { named, numbering, suspects } = namedIn(message, sentBatch('dry', sent, known));
  if (numbering !== undefined && known === undefined) await keepNumbering(run.runId, numbering, files);
  const problems = Map.groupBy(named, ({ row }) => row);
  return {
    kind: 'refused',
    named: [...problems].map(([row, all]) => refusedRow(row, all.map(reasonIn), sent)),
    suspects,
    message: shortened(message),
  };
}

/** By id, a record that was deleted since its export is refused. */
function refusedRow(row: number, reasons: readonly Reason[], { exported }: BatchObject): RefusedRow {
  const [{ code, name, value } = { code: undefined }] = reasons;
  const isLeftOut = exported?.ifChanged === 'skip' && exported.references[row] !== undefined;
  if (!isLeftOut || code !== 'id_unknown') return { row, reasons };
  return { row, reasons: [{ ...reasonOf('deleted_since_export'), name, value }], leftOut: true };
}

/** Writes the objects before the ledger's entry, so that an entry always has them. */
async function keepRound(
  { runId, batch, round: before = 0 }: Submission,
  { whole, search }: { readonly whole: BatchObject; readonly search: Search },
  files: Pick<Files, 'put'>,
): Promise<Omit<AgainEvent, 'at' | 'owner'>> {
  const object = asked(whole, search);
  const sha256 = hashOf(object.body);
  const round = before + 1;
  await batchObjects.records.write({ runId, batch, sha256 }, object, files);
  await batchObjects.search.write({ runId, batch, round, sha256 }, search, files);
  return { type: 'rowsSetAside', round, sha256, asked: search.asking.rows.length };
}

const distinct = (rows: readonly number[]): number[] => [...new Set(rows)];

/** What the current dry run sends of the batch. */
function asked(whole: BatchObject, { asking }: Search): BatchObject {
  const wanted = new Set(asking.rows);
  let at = 0;
  const sets = recordSetsSchema.parse(JSON.parse(whole.body)).map((set) => ({
    ...set,
    records: set.records.filter(() => wanted.has(whole.rows[at++] ?? 0)),
  }));
  return {
    ...whole,
    rows: whole.rows.filter((row) => wanted.has(row)),
    body: JSON.stringify(sets.filter(({ records }) => records.length > 0)),
  };
}

type Done = Extract<ReturnType<typeof afterAnswer>, { kind: 'done' }>;

/** Rows that will be sent have no outcome yet. */
function endOfSearch({ search, rest }: Done, { sendsRest }: SearchRules): BatchEnd {
  const { refused, unchecked, passed, message = '' } = search;
  const failed = refused.filter(({ leftOut }) => leftOut !== true);
  const goesOn =
    rest.length + passed.length + unchecked.length === 0
      ? failed.length === 0
      : rest.length > 0 && (sendsRest || failed.length + unchecked.length === 0);
  const isAsWhole = !goesOn && failed.length === 0;
  const asWhole = [reasonOf('batch_refused', { text: message })];
  const notChecked = [reasonOf('not_checked', { text: message })];
  const outcomes: RowOutcome[] = [
    ...refused.map(failedRow),
    ...unchecked.map((row): RowOutcome => ({
      row,
      status: 'not attempted',
      reasons: isAsWhole ? asWhole : notChecked,
    })),
    ...(goesOn ? [] : [...passed, ...rest]).map((row): RowOutcome => ({
      row,
      status: 'not attempted',
      ...(isAsWhole && { reasons: asWhole }),
    })),
  ];
  outcomes.sort(byRow);
  if (isAsWhole)
    return {
      status: 'failed',
      reason: 'the service refused the batch without naming a row',
      outcomes,
    };
  const reason = whyNotAll(search);
  if (goesOn) return { status: 'succeeded', outcomes, ...(outcomes.length > 0 && { reason }) };
  return { status: 'invalid', reason, outcomes };
}

function whyNotAll({ refused, unchecked }: Search): string {
  const isChanged = ({ reasons }: RefusedRow) =>
    reasons.some(({ code }) => code === 'changed_since_export' || code === 'deleted_since_export');
  const changed = refused.filter(isChanged).length;
  return [
    ...(changed < refused.length ? [`the service refused ${refused.length - changed} rows`] : []),
    ...(changed > 0 ? [`others changed ${counted(changed, 'row')} since the export`] : []),
    ...(unchecked.length > 0 ? [`${unchecked.length} more were not checked`] : []),
  ].join('; ');
}

function failedRow({ row, reasons, leftOut }: RefusedRow): RowOutcome {
  return { row, status: leftOut ? 'skipped' : 'failed', reasons };
}

function byRow(one: RowOutcome, other: RowOutcome): number {
  return one.row - other.row;
}
