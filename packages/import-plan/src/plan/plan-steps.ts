import type { Sheet, SheetFacts, SheetRow } from '@sluice/sheets';
import { createBatcher, type Batcher } from '../batches/batcher.ts';
import { cellOf } from '../columns/cell-of.ts';
import { matchColumns } from '../columns/match-columns.ts';
import type { Column } from '../columns/column.ts';
import { confirmTwins } from '../rows/confirm-twins.ts';
import { LookupSet } from '../rows/lookup-set.ts';
import type { PlannedBatch, PlanRequest, PlanStep, PlanTotals } from './plan-types.ts';
import { PlanError } from '../plan-error.ts';
import { createRowList, readingNotes, type RowList } from './plan-notes.ts';
import { rowFilter, type RowFilter } from '../rows/row-filter.ts';
import { rowReader, type ReadRow, type RowReader } from '../rows/read-row.ts';
import { asDropped } from '../result-sheet/result-columns.ts';
import { needsColumn } from '../formats/column-format.ts';
import { detectFormats } from '../formats/detect-formats.ts';
import { watchColumns, type ColumnNotes } from '../formats/lost-digits.ts';
import { asWritten, detectTexts, oddTextIn, repaired, type SheetTexts } from '../texts/detect-texts.ts';
import { readableHeader } from '../texts/readable-header.ts';
import { watchFill } from '../warnings/column-fill.ts';
import { watchPeople } from '../warnings/watch-people.ts';

/**
 * Turns a sheet into batches, step by step, in constant memory except for some bytes per row. The same bytes and settings give
 * the same steps (invariant 14), every row has one outcome (invariant 1), and no lookup value is in two batches (invariant 9).
 *
 * A sheet is read once, or a few times more. At the first cell that only its whole column explains, such as 01/02/2026 or GrÃ¶ÃŸe,
 * all columns are read to detect their formats or to repair their text, and the rows continue from there. Rows whose lookup seems to be repeated are set
 * aside until the end, when the sheet is read again to compare them. So a row may turn out wrong after it is in a batch:
 * nothing may be sent while any row fails.
 *
 * @throws SheetError, or PlanError if the sheet as a whole does not fit
 */
export async function* planSteps(request: PlanRequest): AsyncGenerator<PlanStep, PlanTotals, void> {
  const { open, settings, hash } = request;
  const sheet = asDropped(await open());
  const { header, note } = readableHeader(sheet.facts.header, settings);
  const columns = matchColumns(header, settings);
  const batcher = createBatcher(settings);
  const planning: Planning = {
    batcher,
    matched: columns,
    columns,
    texts: settings.reading.text === 'keep' ? asWritten : undefined,
    readRow: rowReader(settings, { columns, recordBytes: batcher.recordBytes }),
    watched: watchColumns(columns),
    filter: rowFilter(header, settings.filter),
    filtered: createRowList(),
    people: watchPeople(settings),
    fill: watchFill(header, columns),
    known: new LookupSet(hash),
    repeated: new LookupSet(hash),
    met: new LookupSet(hash),
    tally: { rows: 0, failed: 0, skipped: 0, filtered: 0, batches: 0 },
  };
  const last = yield* readOnce(sheet, planning, request);
  if (planning.tally.rows === 0) throw noRows(last.facts);
  if (planning.tally.rows === planning.tally.filtered) throw allFiltered(planning.tally);
  if (planning.repeated.size > 0) yield* readAgain(await reopened(planning, request), planning);
  const rest: PlanStep[] = [];
  keepBatch(batcher.rest(), planning, rest);
  yield* rest;
  const { rows, failed, skipped, filtered } = planning.tally;
  const notes = [
    ...readingNotes(last.facts, planning.columns),
    ...note,
    ...(planning.texts?.notes ?? []),
    ...filterNotes(planning),
    ...planning.watched.notes(),
  ];
  return {
    ...planning.tally,
    records: rows - failed - skipped - filtered,
    facts: last.facts,
    columns: planning.columns,
    texts: planning.texts,
    notes,
    warnings: planning.people.warnings(),
    fill: planning.fill.fill(),
  };
}

interface Planning {
  readonly batcher: Batcher;
  /** As the header shows them. */
  readonly matched: readonly Column[];
  /** With the formats of their cells, once these are detected. */
  columns: readonly Column[];
  /** Undefined until a cell may be damaged. */
  texts: SheetTexts | undefined;
  readRow: RowReader;
  readonly watched: ColumnNotes;
  readonly filter: RowFilter | undefined;
  readonly filtered: RowList;
  readonly people: ReturnType<typeof watchPeople>;
  readonly fill: ReturnType<typeof watchFill>;
  readonly known: LookupSet;
  /** Lookups that seemed to be repeated. */
  readonly repeated: LookupSet;
  /** The repeated lookups that the second reading has met. */
  readonly met: LookupSet;
  readonly tally: { rows: number; failed: number; skipped: number; filtered: number; batches: number };
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
    else if ((await findTexts(planning, request)) && planning.columns !== planning.matched)
      await findFormats(planning, request);
    sheet = await repairedSheet(planning, request);
    from = stop.row;
  }
}

async function repairedSheet({ texts }: Planning, { open }: PlanRequest): Promise<Sheet> {
  return repaired(asDropped(await open()), texts);
}

async function reopened(planning: Planning, request: PlanRequest): Promise<Sheet> {
  return kept(await repairedSheet(planning, request), planning);
}

/** @returns whether a column needs a repair */
async function findTexts(planning: Planning, { open }: PlanRequest): Promise<boolean> {
  planning.texts = await detectTexts(asDropped(await open()), planning.columns);
  return planning.texts.repairs.size > 0;
}

async function findFormats(planning: Planning, request: PlanRequest): Promise<void> {
  const { batcher, matched, texts } = planning;
  const sheet = await reopened(planning, request);
  planning.columns = await detectFormats(sheet, matched);
  // Repaired cells are further evidence.
  if (texts === undefined && sheet.mayBeDamaged?.() && (await findTexts(planning, request)))
    planning.columns = await detectFormats(await reopened(planning, request), matched);
  const { columns } = planning;
  planning.readRow = rowReader(request.settings, { columns, recordBytes: batcher.recordBytes });
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
  const { filter } = planning;
  const open = planning.columns.filter(({ target }) => target?.format && !target.format.refused);
  const isOdd = oddTextIn(planning.columns, sheet);
  for await (const rows of sheet.rows) {
    const steps: PlanStep[] = [];
    const mayBeOdd = planning.texts === undefined && sheet.mayBeDamaged?.() !== false;
    for (const row of rows) {
      if (row.number < firstRow) continue;
      if (mayBeOdd && isOdd(row)) {
        yield* steps;
        return { row: row.number, needs: 'texts' };
      }
      if (filter !== undefined && !filter.keeps(row)) {
        leaveOut(row, planning, steps);
        continue;
      }
      if (open.some((column) => isUnexplained(column, row))) {
        yield* steps;
        return { row: row.number, needs: 'formats' };
      }
      planRow(row, planning, steps);
    }
    yield* steps;
  }
  return undefined;
}

/** Only the rows that are imported: the others decide nothing. */
function kept(sheet: Sheet, { filter }: Planning): Sheet {
  if (filter === undefined) return sheet;
  const { keeps } = filter;
  async function* rows() {
    for await (const chunk of sheet.rows) yield chunk.filter(keeps);
  }
  return { ...sheet, rows: rows() };
}

function leaveOut({ number: row }: SheetRow, { tally, filtered }: Planning, steps: PlanStep[]): void {
  tally.rows += 1;
  tally.filtered += 1;
  filtered.add(row);
  steps.push({ kind: 'filtered', row });
}

function filterNotes({ filter, filtered, tally }: Planning): string[] {
  const which = tally.filtered === 0 ? [] : [`Filtered out, as the profile says: ${filtered.text()}.`];
  return [...which, ...(filter?.notes() ?? [])];
}

function isUnexplained(column: Column, { cells }: SheetRow): boolean {
  const format = column.target?.format;
  return format !== undefined && needsColumn(format, cellOf(column, cells));
}

/** Adds to a list, since a generator per row would take much of the time and most rows make no step. */
function planRow(row: SheetRow, planning: Planning, steps: PlanStep[]): void {
  const { readRow, watched, fill, known, repeated, tally } = planning;
  const read = readRow(row);
  watched.see(row);
  fill.see(row);
  tally.rows += 1;
  const again = read.lookup !== '' && !known.add(read.lookup);
  if (again) repeated.add(read.lookup);
  if (read.problems.length > 0) {
    tally.failed += 1;
    for (const problem of read.problems) steps.push({ kind: 'problem', problem });
  } else if (!again) keep(read, planning, steps);
}

async function* readAgain(sheet: Sheet, planning: Planning): AsyncGenerator<PlanStep, void, void> {
  const { readRow, repeated, met, tally } = planning;
  for await (const verdict of confirmTwins({ sheet, readRow, repeated, met })) {
    if (verdict.kind === 'alone') {
      const steps: PlanStep[] = [];
      keep(verdict.read, planning, steps);
      yield* steps;
    } else if (verdict.kind === 'skipped') {
      tally.skipped += 1;
      yield verdict;
    } else {
      if (verdict.first) tally.failed += 1;
      yield { kind: 'problem', problem: verdict.problem };
    }
  }
}

function keep({ row, record, atMost }: ReadRow, planning: Planning, steps: PlanStep[]): void {
  if (record === undefined) return;
  planning.people.see(row, record);
  keepBatch(planning.batcher.add(row, { record, atMost }), planning, steps);
}

function keepBatch(batch: PlannedBatch | undefined, { tally }: Planning, steps: PlanStep[]): void {
  if (batch === undefined) return;
  tally.batches += 1;
  steps.push({ kind: 'batch', batch });
}

function allFiltered({ rows }: { readonly rows: number }): PlanError {
  return new PlanError({
    code: 'no_rows',
    what: `the profile filters out every row (${rows} of ${rows})`,
    expected: 'at least one row that its filter keeps',
  });
}

function noRows({ headerRow }: SheetFacts): PlanError {
  return new PlanError({
    code: 'no_rows',
    what: `there is no row below the header in row ${headerRow}`,
    expected: 'one row for each record',
  });
}
