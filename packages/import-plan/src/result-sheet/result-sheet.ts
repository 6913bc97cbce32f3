import { reasonsText } from '@sluice/contract';
import {
  chunkCells,
  fileTypes,
  formats,
  type OutputRow,
  type Sheet,
  type SheetFacts,
  type SheetFormat,
} from '@sluice/sheets';
import { asDropped, resultColumns } from './result-columns.ts';
import { shownOutcome } from './record-outcomes.ts';
import { outcomesInOrder, type RowOutcome } from './row-outcomes.ts';

export interface ResultRequest {
  /** The drop, opened again. */
  readonly sheet: Sheet;
  /** In order of rows. Several outcomes of one row are joined: the first gives the status, all give reasons. */
  readonly outcomes: AsyncIterable<RowOutcome>;
  /** For rows without an outcome; `unknown` by default. */
  readonly otherwise?: Omit<RowOutcome, 'row'>;
}

/**
 * The result sheet in pieces, in the format of the drop, with its rows, row numbers, order and columns, and our columns.
 * Cells beyond the header come after ours. If it is dropped again it is read like the drop: a row with too few cells is filled
 * up here, and is too short again there.
 */
export async function* writeResultSheet(
  request: ResultRequest,
): AsyncGenerator<string | Uint8Array, void, void> {
  const sheet = asDropped(request.sheet);
  const { facts, above } = sheet;
  const copied = await copyOf(sheet, request);
  if (copied !== undefined) return yield* copied;
  const { delimiter, sheetName } = facts;
  const header = [...facts.header, ...resultColumns];
  const down = needsHeader(facts) ? 1 : 0;
  const headerRow = facts.headerRow + down;
  const rows = movedDown(resultRows(sheet, request), down);
  yield* formats[formatOf(facts)].write({ headerRow, delimiter, sheetName, header, above, rows });
}

/**
 * A workbook keeps its formats and its other sheets. Not where our columns would stand below names that are above several columns, and
 * not where somebody moved the columns of an earlier result sheet.
 */
async function copyOf(
  dropped: Sheet,
  request: ResultRequest,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const { facts, copy } = request.sheet;
  const { header, headerRow, headerRows = 1 } = dropped.facts;
  const { length: width } = header;
  const isInPlace = resultColumns.every(
    (name) => !facts.header.slice(0, width).includes(name) || header.includes(name),
  );
  if (
    copy === undefined ||
    headerRow === 0 ||
    headerRows > 1 ||
    !isInPlace ||
    formatOf(facts) !== facts.format
  )
    return undefined;
  const edit = { headerRow, width, replaced: facts.header.length - width, names: resultColumns };
  return copy({ ...edit, rows: onlyOurs(resultRows(dropped, request), width) });
}

async function* onlyOurs(
  chunks: AsyncIterable<OutputRow[]>,
  width: number,
): AsyncGenerator<OutputRow[], void, void> {
  const end = width + resultColumns.length;
  for await (const chunk of chunks)
    yield chunk.map((row) => ({ ...row, cells: row.cells.slice(width, end) }));
}

/** A drop without a header gets one in its first row, and its rows move down. JSON lines name their columns in each line. */
function needsHeader({ format, headerRow }: SheetFacts): boolean {
  return headerRow === 0 && format !== 'jsonl';
}

async function* movedDown(
  chunks: AsyncIterable<OutputRow[]>,
  down: number,
): AsyncGenerator<OutputRow[], void, void> {
  for await (const chunk of chunks)
    yield down === 0 ? chunk : chunk.map((row) => ({ ...row, cells: row.cells, number: row.number + down }));
}

/** A drop without room for our columns is returned as CSV. */
function formatOf({ format, header }: Pick<SheetFacts, 'format' | 'header'>): SheetFormat {
  const { mostColumns = Infinity } = formats[format];
  return header.length + resultColumns.length > mostColumns ? 'csv' : format;
}

async function* resultRows(
  sheet: Sheet,
  { outcomes, otherwise = { status: 'unknown' } }: ResultRequest,
): AsyncGenerator<OutputRow[], void, void> {
  const { length: width } = sheet.facts.header;
  const ended = outcomesInOrder(outcomes);
  try {
    for await (const rows of sheet.rows) {
      const written: OutputRow[] = [];
      for (const { number, cells, reference = '' } of rows) {
        const outcome = (await ended.of(number)) ?? otherwise;
        written.push({
          number,
          cells: resultCells(cells, width, { row: number, reference, ...outcome }),
          isFailed: outcome.status === 'failed',
        });
        // Short rows become as wide as the header.
        if (written.length * width >= chunkCells) yield written.splice(0);
      }
      yield written;
    }
  } finally {
    await ended.close();
  }
}

function resultCells(cells: readonly string[], width: number, outcome: RowOutcome): string[] {
  const { reasons = [], reference = '' } = outcome;
  const { status, recordId } = shownOutcome(outcome);
  const codes = [...new Set(reasons.map(({ code }) => code))].join('; ');
  const padding = Array.from({ length: Math.max(0, width - cells.length) }, () => '');
  return [
    ...cells.slice(0, width),
    ...padding,
    status,
    // A row that is as it was is no work for a person.
    reasonsText(reasons.filter(({ code }) => code !== 'landed_already' && code !== 'as_exported')),
    recordId,
    codes,
    reference,
    ...cells.slice(width),
  ];
}

/** The name of a drop's result sheet: its own, with the ending of its format, and never compressed. */
export function resultName(fileName: string, facts: Pick<SheetFacts, 'format' | 'header'>): string {
  const format = formatOf(facts);
  const name = fileName.replace(/\.gz$/iu, '');
  return fileTypes[format].endings.test(name) ? name : `${name}.${format}`;
}
