import { reasonText, type ReasonCode } from '@sluice/contract';
import * as z from 'zod';
import { ownText, type Sheet, type SheetFacts, type SheetRow } from '@sluice/sheets';
import type { Column } from '../columns/column.ts';
import type { GuardRails } from '../profile/guard-rails.ts';
import { missedColumns, type MissedColumns } from './missed-columns.ts';
import { understood } from '../model/plan-notes.ts';
import { planSteps } from './plan-steps.ts';
import { transformPreviews, type TransformPreview } from './transform-preview.ts';
import type { PlannedBatch, PlanRequest, PlanStep, PlanTotals, RowProblem } from '../model/plan-types.ts';
import type { Settings } from '../profile/settings.ts';
import { asDropped } from '../result-sheet/result-columns.ts';
import { repaired } from '../texts/detect-texts.ts';
import type { PlanWarning } from '../model/warning.ts';
import type { DateOrder } from '../formats/dates.ts';
import type { DecimalSign } from '../formats/numbers.ts';

/** The whole plan of a file as data for JSON. It shows cells, so it is only for the person whose file it is. */
export interface FilePlan {
  readonly schema: string;
  readonly lookup: string;
  readonly sheet: SheetFacts;
  /** How the file was read, in sentences. */
  readonly notes: readonly string[];
  /** Signs of a mistake in rows that are each right. */
  readonly warnings: readonly PlanWarning[];
  readonly columns: readonly PlannedColumn[];
  readonly missed: MissedColumns;
  readonly constants: Readonly<Record<string, unknown>>;
  /** The constants that not all records of a row have, if it has several; records count from 1. */
  readonly recordConstants?: readonly RecordConstant[];
  /** The first rows as they were read. */
  readonly firstRows: readonly { readonly row: number; readonly cells: readonly string[] }[];
  /** The first records as they would be stored, if they were asked for. */
  readonly records?: readonly PlannedRecord[];
  /** What the transforms make of as many first rows, if there are any. */
  readonly transforms?: readonly TransformPreview[];
  /** In order of rows; further ones are only counted. */
  readonly problems: readonly ShownProblem[];
  readonly moreProblems: number;
  readonly skipped: readonly { readonly row: number; readonly twinOf: number }[];
  readonly moreSkipped: number;
  /** Rows that the profile leaves out; further ones are only counted. */
  readonly filtered: readonly number[];
  readonly moreFiltered: number;
  /** Whether wrong rows stop the run, or are left out. */
  readonly invalidRows: 'stop' | 'skip';
  /** What the profile lets a run do without approval. */
  readonly guardRails: GuardRails;
  /** What would be sent: none if a wrong row stops the run. */
  readonly batches: readonly PlannedSize[];
  readonly totals: Pick<
    PlanTotals,
    'rows' | 'records' | 'failed' | 'skipped' | 'landedAlready' | 'asExported' | 'filtered' | 'batches'
  >;
}

/** `field` and `type` are absent for a column that is left out. */
interface PlannedColumn {
  readonly header: string;
  readonly field?: string;
  readonly type?: string;
  /** The field that is made of it and of others: the column that has the field names them all. */
  readonly partOf?: string;
  /** The record of the row that has it, from 1, if a row has several and only one of them has it. */
  readonly record?: number;
  /** The rows are filtered by it. */
  readonly filters?: true;
  /** The format of dates and numbers, if the column or the settings show it. */
  readonly written?: DateOrder | DecimalSign;
}

/** What is wrong in a row, and what to write instead. `column` is absent if it is about the whole row. */
interface ShownProblem {
  readonly row: number;
  readonly column?: string;
  readonly code: ReasonCode;
  readonly reason: string;
}

interface RecordConstant {
  readonly record: number;
  readonly field: string;
  readonly value: unknown;
}

interface PlannedRecord {
  readonly row: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface FilePlanRequest extends PlanRequest {
  /** How many records the plan shows. */
  readonly records?: number | undefined;
  /** Whether each batch has its hash, which is a quarter of the work in a browser. */
  readonly hashes?: boolean;
  /** Sees every step, also those that the plan only counts. */
  readonly onStep?: (step: PlanStep) => void;
}

export type PlannedSize = Pick<PlannedBatch, 'number' | 'bytes' | 'firstRow' | 'lastRow'> & {
  readonly records: number;
  readonly sha256?: string;
};

const shownRows = 5;
const shownProblems = 1000;

/** Plans a file without sending anything. @throws SheetError, PlanError */
export async function planFile(request: FilePlanRequest): Promise<FilePlan> {
  const { records: wanted = 0, hashes = false, onStep } = request;
  const seen: Seen = {
    records: [],
    problems: [],
    moreProblems: 0,
    skipped: [],
    moreSkipped: 0,
    filtered: [],
    moreFiltered: 0,
    batches: [],
    failed: new Set(),
  };
  const plan = planSteps(request);
  let step = await plan.next();
  for (; !step.done; step = await plan.next()) {
    onStep?.(step.value);
    if (step.value.kind === 'batch') keepRecords(step.value.batch, seen, wanted);
    else if (step.value.kind === 'problem' && wanted > 0) seen.failed.add(step.value.problem.row);
    note(step.value, seen, hashes);
  }
  const { facts, columns, texts, notes, warnings, fill: _fill, exports: _exports, ...totals } = step.value;
  const { schema, lookup, invalidRows, approvalRule } = request.settings;
  const { failed, records: found, ...rest } = seen;
  const records = found.filter(({ row }) => !failed.has(row));
  const sheet = async () => asDropped(await request.open());
  const isTransformed = wanted > 0 && columns.some(({ transformed }) => transformed !== undefined);
  const batches = totals.failed === 0 || invalidRows === 'skip' ? seen.batches : [];
  return {
    schema: schema.name,
    lookup,
    invalidRows,
    guardRails: approvalRule.guardRails,
    ...constantsOf(request.settings),
    sheet: { ...facts },
    notes: [understood(facts), ...notes],
    warnings,
    columns: usesOnce(columns.flatMap(columnsOf), 1 + request.settings.also.length),
    missed: missedColumns(facts.header, columns, request.settings),
    firstRows: (await firstRows(await sheet(), shownRows)).map(({ number: row, cells }) => ({ row, cells })),
    ...(isTransformed && {
      transforms: transformPreviews(columns, await firstRows(repaired(await sheet(), texts), wanted)),
    }),
    ...(wanted > 0 && { records }),
    ...rest,
    problems: seen.problems.toSorted((a, b) => a.row - b.row).map(shownProblem),
    batches,
    totals: { ...totals, batches: batches.length },
  };
}

interface Seen {
  readonly records: PlannedRecord[];
  readonly problems: RowProblem[];
  moreProblems: number;
  readonly skipped: { row: number; twinOf: number }[];
  moreSkipped: number;
  readonly filtered: number[];
  moreFiltered: number;
  readonly batches: PlannedSize[];
  /** The wrong rows, if records are shown: a row may turn out wrong before or after its batch. */
  readonly failed: Set<number>;
}

const bodySchema = z.tuple([z.object({ records: z.array(z.record(z.string(), z.unknown())) })]);

function keepRecords(batch: PlannedBatch, { records: kept, failed }: Seen, wanted: number): void {
  if (kept.length >= wanted) return;
  const { rows } = batch;
  const [{ records }] = bodySchema.parse(JSON.parse(batch.body));
  const right = records
    .map((fields, at) => ({ row: rows[at] ?? 0, fields }))
    .filter(({ row }) => !failed.has(row));
  kept.push(...right.slice(0, wanted - kept.length));
}

function note(step: PlanStep, seen: Seen, hashes: boolean): void {
  if (step.kind === 'batch') {
    const { number, bytes, firstRow, lastRow, rows } = step.batch;
    const hash = hashes ? { sha256: step.batch.sha256 } : {};
    seen.batches.push({ number, records: rows.length, bytes, ...hash, firstRow, lastRow });
  } else if (step.kind === 'problem') {
    if (seen.problems.length < shownProblems) seen.problems.push(step.problem);
    else seen.moreProblems += 1;
  } else if (step.kind === 'filtered') {
    if (seen.filtered.length < shownProblems) seen.filtered.push(step.row);
    else seen.moreFiltered += 1;
  } else if (step.kind === 'landedAlready' || step.kind === 'asExported') {
    // They are only counted: a note says so.
  } else if (seen.skipped.length < shownProblems) {
    seen.skipped.push({ row: step.row, twinOf: step.twinOf });
  } else {
    seen.moreSkipped += 1;
  }
}

function shownProblem({ row, ...reason }: RowProblem): ShownProblem {
  const { code, name } = reason;
  return { row, ...(name !== undefined && { column: name }), code, reason: reasonText(reason) };
}

function constantsOf(settings: Settings): Pick<FilePlan, 'constants' | 'recordConstants'> {
  const all = [settings, ...settings.also].map(({ constants }) => Object.entries(constants));
  const isShared = ([field, value]: readonly [string, unknown]) =>
    all.every((entries) => entries.some((other) => JSON.stringify(other) === JSON.stringify([field, value])));
  const [first = []] = all;
  const own = all.flatMap((entries, at) =>
    entries.filter((entry) => !isShared(entry)).map(([field, value]) => ({ record: at + 1, field, value })),
  );
  return {
    constants: Object.fromEntries(first.filter(isShared)),
    ...(own.length > 0 && { recordConstants: own }),
  };
}

/** A use of a column that all records of a row have, such as a computed field, is listed once. */
function usesOnce(columns: readonly PlannedColumn[], records: number): PlannedColumn[] {
  if (records === 1) return [...columns];
  const byUse = Map.groupBy(columns, ({ record: _, ...use }) => JSON.stringify(use));
  return [...byUse.values()].flatMap((same) => {
    const [first] = same;
    const isShared = new Set(same.map(({ record }) => record ?? 0)).size === records;
    if (first === undefined || !isShared) return same;
    const { record: _, ...use } = first;
    return [use];
  });
}

/** Each column of a join is listed by itself, too. */
function columnsOf(column: Column): PlannedColumn[] {
  const { ownHeader, target, record } = column;
  if (ownHeader === undefined || target === undefined) return [columnOf(column)];
  const part = { header: ownHeader, partOf: target.field, ...(record !== undefined && { record }) };
  return [part, columnOf(column)];
}

function columnOf({ header, target, partOf, filters, record }: Column): PlannedColumn {
  const filtering = { ...(record !== undefined && { record }), ...(filters && { filters }) };
  if (target === undefined) return { header, ...(partOf !== undefined && { partOf }), ...filtering };
  const { field, spec, format } = target;
  const written = format?.kind === 'date' ? format.order : format?.decimals;
  return { header, field, type: spec.type, ...(written && { written }), ...filtering };
}

async function firstRows(sheet: Sheet, count: number): Promise<SheetRow[]> {
  const first: SheetRow[] = [];
  for await (const rows of sheet.rows) {
    const wanted = rows.slice(0, count - first.length);
    first.push(...wanted.map(({ number, cells }) => ({ number, cells: cells.map(ownText) })));
    if (first.length === count) break;
  }
  return first;
}
