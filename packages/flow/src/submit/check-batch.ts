import { createHash } from 'node:crypto';
import {
  afterAnswer,
  rowsNamed,
  searchOf,
  type DryAnswer,
  type RefusedRow,
  type RowOutcome,
  type Search,
  type SearchRules,
} from '@sluice/import-plan';
import type { Ledger, Run, Submission, SubmissionEvent } from '@sluice/ledger';
import { z } from 'zod';
import { endUntried, problemsByRow, problemsText, shortened, type BatchEnd } from './batch-end.ts';
import { readBatchObject } from './batch-object.ts';
import type { Files } from '../ports.ts';
import { recordSetsSchema, runKeys, type BatchObject } from '../run-objects.ts';

/** How many further dry runs may be made to find the refused rows of one batch, and of all batches of a run, about. */
export const mostExtraCalls = { ofBatch: 60, ofRun: 600 } as const;

export interface CheckServices {
  readonly ledger: Pick<Ledger, 'batch' | 'submissions'>;
  readonly files: Pick<Files, 'get' | 'put'>;
}

export type DryReply = { readonly kind: 'passed' } | { readonly kind: 'refused'; readonly message: string };

type AgainEvent = Extract<SubmissionEvent, { type: 'again' }>;

/** The batch has ended, or is asked again without the rows that were refused. */
export type Checked =
  | { readonly kind: 'ended'; readonly end: BatchEnd }
  | { readonly kind: 'again'; readonly event: Omit<AgainEvent, 'at' | 'owner'> };

interface DryRun {
  readonly run: Run;
  readonly submission: Submission;
}

/**
 * What follows from the answer to a dry run, so that one pass names every bad row: rows that the service names are set aside
 * and the others are asked again, until nothing new is named or the calls are spent. A repeat after a crash writes the same.
 */
export async function afterDryRun(
  { run, submission }: DryRun,
  reply: DryReply,
  services: CheckServices,
): Promise<Checked> {
  if (reply.kind === 'passed' && submission.round === undefined)
    return { kind: 'ended', end: { status: 'succeeded', outcomes: [] } };
  const whole = await wholeBatch(submission, services);
  if (whole === undefined) {
    const reason = 'what was sent is not kept any more';
    return { kind: 'ended', end: endUntried({ phase: 'dry', rows: [] }, { reason, isOpen: false }) };
  }
  const search = await searchSoFar(submission, whole.rows, services.files);
  const rules = { sendsRest: run.invalidRows === 'skip', mostCalls: await callsFor(submission, services) };
  const step = afterAnswer(search, answerOf(reply, search.asking.rows), rules);
  if (step.kind === 'done') return { kind: 'ended', end: endOfSearch(step, rules) };
  return {
    kind: 'again',
    event: await keepRound(submission, { whole, search: step.search }, services.files),
  };
}

/** Sets rows aside that are known to be wrong before the first dry run; undefined where there are none such. */
export async function withoutRows(
  submission: Submission,
  isWrong: (row: number) => boolean,
  services: CheckServices,
): Promise<Extract<Checked, { kind: 'again' }>['event'] | 'nothingLeft' | undefined> {
  const whole = await wholeBatch(submission, services);
  const rows = whole?.rows.filter((row) => !isWrong(row)) ?? [];
  if (whole === undefined || rows.length === whole.rows.length) return undefined;
  if (rows.length === 0) return 'nothingLeft';
  return keepRound(submission, { whole, search: searchOf(rows) }, services.files);
}

/** The end of a dry run that is not made (any more): what earlier rounds of it have told stays. */
export async function endOfDryUnmade(
  submission: Submission,
  reason: string,
  { files }: Pick<CheckServices, 'files'>,
): Promise<BatchEnd> {
  const object = await readBatchObject(submission, files);
  if (submission.round === undefined)
    return endUntried({ phase: 'dry', rows: object?.rows ?? [] }, { reason, isOpen: false });
  const { asking, waiting, passed, refused, unchecked } = await searchSoFar(submission, [], files);
  const others = [...asking.rows, ...waiting.flatMap(({ rows }) => rows), ...passed, ...unchecked];
  const end = endUntried({ phase: 'dry', rows: others }, { reason, isOpen: false });
  const outcomes = [...end.outcomes, ...refused.map(failedRow)];
  return { ...end, outcomes: outcomes.toSorted(byRow) };
}

async function wholeBatch(
  { runId, batch }: Submission,
  { ledger, files }: CheckServices,
): Promise<BatchObject | undefined> {
  const planned = await ledger.batch(runId, batch);
  return planned && readBatchObject(planned, files);
}

const groupSchema = z.object({
  rows: z.array(z.int()),
  sure: z.string().optional(),
  elseSure: z.string().optional(),
});

const searchSchema = z.object({
  asking: groupSchema,
  waiting: z.array(groupSchema),
  passed: z.array(z.int()),
  refused: z.array(z.object({ row: z.int(), reason: z.string() })),
  calls: z.int(),
  unchecked: z.array(z.int()),
  words: z.string().optional(),
}) satisfies z.ZodType<Search>;

async function searchSoFar(
  submission: Submission,
  rows: readonly number[],
  files: Pick<Files, 'get'>,
): Promise<Search> {
  if (submission.round === undefined) return searchOf(rows);
  const text = await files.get(runKeys.search(submission.runId, { ...submission, round: submission.round }));
  if (text === undefined) throw new Error('What was asked of a batch is not kept any more');
  return searchSchema.parse(JSON.parse(text));
}

/** The calls of other batches are counted as they stand: batches that are answered at once may go a little beyond. */
async function callsFor(submission: Submission, { ledger }: CheckServices): Promise<number> {
  const all = await ledger.submissions(submission.runId);
  const ofOthers = all
    .filter(({ batch }) => batch !== submission.batch)
    .reduce((sum, { round = 0 }) => sum + round, 0);
  return Math.min(mostExtraCalls.ofBatch, mostExtraCalls.ofRun - ofOthers);
}

function answerOf(reply: DryReply, rows: readonly number[]): DryAnswer {
  if (reply.kind === 'passed') return reply;
  const named = problemsByRow(rowsNamed(reply.message, rows));
  return {
    kind: 'refused',
    named: [...named].map(([row, problems]) => ({ row, reason: problemsText(problems) })),
    words: shortened(reply.message),
  };
}

/** The objects first: a round that the ledger knows always has them. */
async function keepRound(
  { runId, batch, round: before = 0 }: Submission,
  { whole, search }: { readonly whole: BatchObject; readonly search: Search },
  files: Pick<Files, 'put'>,
): Promise<Omit<AgainEvent, 'at' | 'owner'>> {
  const { rows } = search.asking;
  const body = bodyOf(whole, new Set(rows));
  const sha256 = createHash('sha256').update(body).digest('hex');
  const round = before + 1;
  const object: BatchObject = { v: 1, rows: [...rows], body };
  await files.put(runKeys.batch(runId, batch, sha256), JSON.stringify(object));
  await files.put(runKeys.search(runId, { batch, round, sha256 }), JSON.stringify(search));
  return { type: 'again', round, sha256, asked: rows.length };
}

/** The record sets of a batch with some of its rows alone. */
function bodyOf({ rows, body }: BatchObject, asked: ReadonlySet<number>): string {
  let at = 0;
  const sets = recordSetsSchema.parse(JSON.parse(body)).map((set) => ({
    ...set,
    records: set.records.filter(() => asked.has(rows[at++] ?? 0)),
  }));
  return JSON.stringify(sets.filter(({ records }) => records.length > 0));
}

type Done = Extract<ReturnType<typeof afterAnswer>, { kind: 'done' }>;

/** Of rows that will be sent nothing is told yet. */
function endOfSearch({ search, rest }: Done, { sendsRest }: SearchRules): BatchEnd {
  const { refused, unchecked, passed, words = '' } = search;
  const goesOn = rest.length > 0 && (sendsRest || refused.length + unchecked.length === 0);
  const isAsWhole = !goesOn && refused.length === 0;
  const asWhole = `The service refused the batch of this row as a whole: ${words}`;
  const notChecked = `Not checked: the service refused every dry run that this row was in, and no more were made. It said: ${words}`;
  const outcomes: RowOutcome[] = [
    ...refused.map(failedRow),
    ...unchecked.map((row): RowOutcome => ({
      row,
      status: 'not attempted',
      reason: isAsWhole ? asWhole : notChecked,
    })),
    ...(goesOn ? [] : [...passed, ...rest]).map((row): RowOutcome => ({
      row,
      status: 'not attempted',
      ...(isAsWhole && { reason: asWhole }),
    })),
  ];
  outcomes.sort(byRow);
  if (isAsWhole)
    return {
      status: 'failed',
      reason: 'the service refused the batch without naming a row',
      outcomes,
    };
  const notAsked = unchecked.length === 0 ? '' : `; ${unchecked.length} more were not checked`;
  const reason = `the service refused ${refused.length} rows${notAsked}`;
  if (goesOn) return { status: 'succeeded', outcomes, ...(outcomes.length > 0 && { reason }) };
  return { status: 'invalid', reason, outcomes };
}

function failedRow({ row, reason }: RefusedRow): RowOutcome {
  return { row, status: 'failed', reason };
}

function byRow(one: RowOutcome, other: RowOutcome): number {
  return one.row - other.row;
}
