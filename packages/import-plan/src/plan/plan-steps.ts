import { reasonOf } from '@sluice/contract';
import type { Sheet, SheetFacts, SheetRow } from '@sluice/sheets';
import { createBatcher } from '../batches/batcher.ts';
import { cellOf } from '../columns/cell-of.ts';
import type { Column } from '../columns/column.ts';
import { columnsOfRecords, headersOf, matchRecords } from '../columns/match-records.ts';
import { confirmTwins } from './confirm-twins.ts';
import { LookupSet } from '../model/lookup-set.ts';
import type { PlannedBatch, PlanRequest, PlanStep, PlanTotals, RowProblem } from '../model/plan-types.ts';
import { PlanError } from '../plan-error.ts';
import { idleSettingNotes } from './idle-settings.ts';
import { readingNotes } from '../model/plan-notes.ts';
import type { Planning } from './planning.ts';
import { keptRows, rowFilter, watchFiltered } from '../rows/row-filter.ts';
import type { ReadRow } from '../rows/read-row.ts';
import { recordsReader } from '../rows/row-records.ts';
import { returningRows, type LeftOut } from '../result-sheet/returning-rows.ts';
import { asDropped } from '../result-sheet/result-columns.ts';
import { needsColumn } from '../columns/column-format.ts';
import { formatsOfRecords } from '../columns/formats-of-records.ts';
import { watchColumns } from '../columns/lost-digits.ts';
import { asWritten, detectTexts, oddTextIn, repaired } from '../texts/detect-texts.ts';
import { readableHeader } from '../texts/readable-header.ts';
import { watchFill } from '../model/column-fill.ts';
import { watchPeople } from '../warnings/watch-people.ts';
import { watchPhones } from '../warnings/watch-phones.ts';

/**
 * Turns a sheet into batches, step by step, in constant memory except for some bytes per row. The same bytes and settings give
 * the same steps (invariant 14), every row has one outcome (invariant 1), and no lookup value is in two batches (invariant 9).
 *
 * A sheet is read once, or a few times more. At the first cell that only its whole column explains, such as 01/02/2026 or GrÃ¶ÃŸe,
 * all columns are read to detect their formats or to repair their text, and the rows continue from there. Rows whose lookup seems
 * to be repeated are set aside until the end, when the sheet is read again to compare them. So a row may turn out wrong after it is
 * in a batch: nothing may be sent while any row fails.
 *
 * @throws SheetError, or PlanError if the sheet as a whole does not fit
 */
export async function* planSteps(request: PlanRequest): AsyncGenerator<PlanStep, PlanTotals, void> {
  const { open, settings, hash } = request;
  const sheet = asDropped(await open());
  const { header, note } = readableHeader(sheet.facts.header, settings);
  const matched = matchRecords(header, settings);
  const columns = columnsOfRecords(matched, header.length);
  const batcher = createBatcher(settings, headersOf(matched));
  const { recordBytes, json } = batcher;
  const place = { header, recordBytes, json, fixedWidth: sheet.facts.fixedWidth };
  const filter = rowFilter(header, settings);
  const planning: Planning = {
    batcher,
    header,
    place,
    matched,
    parts: matched,
    texts: settings.reading.text === 'keep' ? asWritten : undefined,
    readRow: recordsReader(matched, place),
    watched: watchColumns(columns),
    filter,
    filtered: watchFiltered(filter),
    people: watchPeople(settings),
    phones: watchPhones(columns),
    fill: watchFill(header, columns),
    known: new LookupSet(hash),
    repeated: new LookupSet(hash),
    met: new LookupSet(hash),
    returning: returningRows(settings, request),
    tally: { ...nothingYet },
  };
  const last = yield* readOnce(sheet, planning, request);
  if (planning.tally.rows === 0) throw noRows(last.facts);
  if (planning.tally.rows === planning.tally.filtered) throw planning.filtered.everyRow(planning.tally.rows);
  if (planning.repeated.size > 0) yield* readAgain(await reopened(planning, request), planning);
  const rest: PlanStep[] = [];
  keepBatch(batcher.rest(), planning, rest);
  yield* rest;
  const notes = [
    ...planning.returning.notes(planning.tally),
    ...readingNotes(last.facts, columnsIn(planning)),
    ...note,
    ...(planning.texts?.notes ?? []),
    ...planning.filtered.notes(),
    ...idleSettingNotes(planning.parts),
    ...planning.watched.notes(),
    ...planning.phones.notes(last),
  ];
  return {
    ...planning.tally,
    facts: last.facts,
    columns: columnsIn(planning),
    texts: planning.texts,
    notes,
    warnings: [...planning.people.warnings(), ...planning.phones.warnings()],
    fill: planning.fill.fill(),
    exports: [...planning.returning.exports],
  };
}

const nothingYet: Planning['tally'] = {
  ...{ rows: 0, records: 0, failed: 0, filtered: 0, batches: 0 },
  ...{ skipped: 0, landedAlready: 0, asExported: 0 },
};

function columnsIn({ parts, header }: Pick<Planning, 'parts' | 'header'>): readonly Column[] {
  return columnsOfRecords(parts, header.length);
}

/** @returns the sheet that was read to its end */
async function* readOnce(
  first: Sheet,
  planning: Planning,
  request: PlanRequest,
): AsyncGenerator<PlanStep, Sheet, void> {
  let sheet = first;
  for (let from = 1; ;) {
    const stop = yield* readFrom(from, sheet, planning);
    if (stop === undefined) return sheet;
    if (stop.needs === 'formats') await findFormats(planning, request);
    else if ((await findTexts(planning, request)) && planning.parts !== planning.matched)
      await findFormats(planning, request);
    sheet = await repairedSheet(planning, request);
    from = stop.row;
  }
}

async function repairedSheet({ texts }: Planning, { open }: PlanRequest): Promise<Sheet> {
  return repaired(asDropped(await open()), texts);
}

async function reopened(planning: Planning, request: PlanRequest): Promise<Sheet> {
  return keptRows(await repairedSheet(planning, request), planning.filter);
}

/** @returns whether a column needs a repair */
async function findTexts(planning: Planning, { open }: PlanRequest): Promise<boolean> {
  planning.texts = await detectTexts(asDropped(await open()), columnsIn(planning));
  return planning.texts.repairs.size > 0;
}

async function findFormats(planning: Planning, request: PlanRequest): Promise<void> {
  const { matched, texts } = planning;
  const sheet = await reopened(planning, request);
  planning.parts = await formatsOfRecords(sheet, matched);
  // Repaired cells are further evidence.
  if (texts === undefined && sheet.mayBeDamaged?.() && (await findTexts(planning, request)))
    planning.parts = await formatsOfRecords(await reopened(planning, request), matched);
  planning.readRow = recordsReader(planning.parts, planning.place);
}

/** Where only whole columns explain a cell. */
interface Stop {
  readonly row: number;
  readonly needs: 'texts' | 'formats';
}

/** @returns the first row that only its whole columns explain, if there is one */
async function* readFrom(
  firstRow: number,
  sheet: Sheet,
  planning: Planning,
): AsyncGenerator<PlanStep, Stop | undefined, void> {
  const fields = planning.parts.flatMap(({ columns }) => columns);
  const open = fields.filter(({ target }) => target?.format && !target.format.refused);
  const isOdd = oddTextIn(columnsIn(planning), sheet);
  for await (const rows of sheet.rows) {
    await planning.returning.know(rows);
    const mayBeOdd = planning.texts === undefined && sheet.mayBeDamaged?.() !== false;
    const stop = yield* planRows(rows, { firstRow, open, isOdd: mayBeOdd ? isOdd : undefined }, planning);
    if (stop !== undefined) return stop;
  }
  return undefined;
}

interface Pass {
  readonly firstRow: number;
  /** Columns whose formats are not known yet. */
  readonly open: readonly Column[];
  /** Absent where no cell may be damaged. */
  readonly isOdd: ReturnType<typeof oddTextIn> | undefined;
}

/** Yields the steps of each row before the next one, since a batch is valid until then. */
function* planRows(
  rows: readonly SheetRow[],
  { firstRow, open, isOdd }: Pass,
  planning: Planning,
): Generator<PlanStep, Stop | undefined, void> {
  const { filter } = planning;
  const steps: PlanStep[] = [];
  for (const row of rows) {
    if (row.number < firstRow) continue;
    if (isOdd?.(row) === true) return { row: row.number, needs: 'texts' };
    const kept = filter === undefined || filter.keeps(row);
    if (kept !== true) steps.push(leaveOut(row.number, kept, planning));
    else if (open.length > 0 && open.some((column) => isUnexplained(column, row)))
      return { row: row.number, needs: 'formats' };
    else planRow(row, planning, steps);
    if (steps.length > 0) yield* steps.splice(0);
  }
  return undefined;
}

/** A row in which the filter cannot be read is wrong. */
function leaveOut(row: number, why: string | RowProblem, { tally, filtered }: Planning): PlanStep {
  tally.rows += 1;
  if (typeof why !== 'string') {
    tally.failed += 1;
    return { kind: 'problem', problem: why };
  }
  tally.filtered += 1;
  filtered.add(row, why);
  return { kind: 'filtered', row };
}

function isUnexplained(column: Column, row: SheetRow): boolean {
  const format = column.target?.format;
  return format !== undefined && needsColumn(format, cellOf(column, row));
}

/** Adds to a list, since a generator per row would take much of the time and most rows make no step. */
function planRow(row: SheetRow, planning: Planning, steps: PlanStep[]): void {
  const { readRow, watched, phones, fill, known, repeated, tally } = planning;
  const reads = readRow(row);
  watched.see(row);
  fill.see(row);
  tally.rows += 1;
  let again = false;
  let failed = false;
  for (const { lookup, problems } of reads) {
    if (lookup !== '' && !known.add(lookup)) {
      repeated.add(lookup);
      again = true;
    }
    failed ||= problems.length > 0;
    for (const problem of problems) steps.push({ kind: 'problem', problem });
  }
  if (failed) {
    tally.failed += 1;
    return;
  }
  phones.see(row);
  if (!again) keep(reads, planning, steps);
}

async function* readAgain(sheet: Sheet, planning: Planning): AsyncGenerator<PlanStep, void, void> {
  const { readRow, repeated, met, tally } = planning;
  const whyLeftOut = (reads: readonly ReadRow[]): LeftOut | undefined => {
    const found = planning.returning.of(reads);
    return found?.kind === 'edited' ? undefined : found?.kind;
  };
  for await (const verdict of confirmTwins({ sheet, readRow, repeated, met, whyLeftOut })) {
    if (verdict.kind === 'alone') {
      const steps: PlanStep[] = [];
      keep(verdict.reads, planning, steps);
      yield* steps;
    } else if (verdict.kind === 'skipped') {
      tally.skipped += 1;
      yield verdict;
    } else {
      if (verdict.first) {
        tally.failed += 1;
        tally.records -= verdict.inBatch;
        if (verdict.leftOut !== undefined) countLeftOut(tally, verdict.leftOut, -1);
      }
      yield { kind: 'problem', problem: verdict.problem };
    }
  }
}

function keep(reads: readonly ReadRow[], planning: Planning, steps: PlanStep[]): void {
  const [first] = reads;
  if (first === undefined) return;
  const found = planning.returning.of(reads);
  if (found !== undefined && found.kind !== 'edited') {
    countLeftOut(planning.tally, found.kind, 1);
    steps.push({ ...found, row: first.row });
    return;
  }
  for (const read of reads) planning.people.see(read);
  planning.tally.records += reads.length;
  keepBatch(planning.batcher.add(first.row, reads, found?.reference), planning, steps);
}

function countLeftOut(tally: Planning['tally'], why: LeftOut, rows: 1 | -1): void {
  tally[why] += rows;
  tally.skipped += rows;
}

function keepBatch(batch: PlannedBatch | undefined, { tally }: Planning, steps: PlanStep[]): void {
  if (batch === undefined) return;
  tally.batches += 1;
  steps.push({ kind: 'batch', batch });
}

function noRows({ headerRow }: SheetFacts): PlanError {
  return new PlanError(reasonOf('no_rows', { row: headerRow }));
}
