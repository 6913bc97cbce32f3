import type { SheetRow } from '@sluice/sheets';
import { createBatcher } from '../batches/batcher.ts';
import { headersOf, matchRecords } from '../columns/match-records.ts';
import type { PlanRequest, PlanStep, PlanTotals } from '../model/plan-types.ts';
import { asDropped } from '../result-sheet/result-columns.ts';
import { readableHeader } from '../texts/readable-header.ts';
import { RowFold } from './fold-rows.ts';
import { planRow, type RowPlan, type RowSettings } from './plan-row.ts';
import { keptSheet, readingOf, rowSettingsOf, withColumns, type SheetReading } from './sheet-reading.ts';

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
  const { open, settings } = request;
  const sheet = asDropped(await open());
  const { header, note } = readableHeader(sheet.facts.header, settings);
  const matched = matchRecords(header, settings);
  const batcher = createBatcher(settings, headersOf(matched));
  const first = readingOf(sheet, { header, matched }, { settings, batcher });
  const fold = new RowFold(request, first, batcher);
  const reading = yield* readOnce(first, fold, request);
  fold.check(reading.sheet.facts);
  yield* fold.addTwins(() => keptSheet(reading, open), reading.readRecords);
  yield* fold.rest();
  return fold.totals(reading, note);
}

/** @returns how the sheet was read to its end */
async function* readOnce(
  first: SheetReading,
  fold: RowFold,
  { open }: PlanRequest,
): AsyncGenerator<PlanStep, SheetReading, void> {
  let reading = first;
  for (let from = 1; ;) {
    const stop = yield* readFrom(from, reading, fold);
    if (stop === undefined) return reading;
    reading = await withColumns(reading, stop.needs, open);
    from = stop.row;
  }
}

/** Where only whole columns explain a cell. */
interface Stop extends Pick<Extract<RowPlan, { kind: 'unknown' }>, 'needs'> {
  readonly row: number;
}

/** @returns the first row that only its whole columns explain, if there is one */
async function* readFrom(
  firstRow: number,
  reading: SheetReading,
  fold: RowFold,
): AsyncGenerator<PlanStep, Stop | undefined, void> {
  const settingsNow = rowSettingsOf(reading);
  for await (const rows of reading.sheet.rows) {
    await fold.know(rows);
    const stop = yield* planRows(rows, { firstRow, settings: settingsNow() }, fold);
    if (stop !== undefined) return stop;
  }
  return undefined;
}

/** Yields the steps of each row before the next one, since a batch is valid until then. In the loop above it takes a tenth longer. */
function* planRows(
  rows: readonly SheetRow[],
  { firstRow, settings }: { readonly firstRow: number; readonly settings: RowSettings },
  fold: RowFold,
): Generator<PlanStep, Stop | undefined, void> {
  const steps: PlanStep[] = [];
  for (const row of rows) {
    if (row.number < firstRow) continue;
    const plan = planRow(row, settings);
    if (plan.kind === 'unknown') return { row: row.number, needs: plan.needs };
    fold.add(row, plan, steps);
    if (steps.length > 0) yield* steps.splice(0);
  }
  return undefined;
}
