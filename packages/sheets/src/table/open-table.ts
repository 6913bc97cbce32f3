import type { SheetFacts, SheetOptions, SheetRow, SkippedRow } from '../model/sheet.ts';
import { SheetError } from '../model/sheet-error.ts';
import { bodyDoubt } from './body-doubt.ts';
import { ownText } from '../text/own-text.ts';
import { onlyData, type Table } from './bottom.ts';
import { columnKinds, filledPlaces } from './cell-kind.ts';
import { findTop, isPlainTop, type FoundTop } from './find-table.ts';
import { tableWidth } from './find-header.ts';
import { joinHeader } from './join-header.ts';
import { isBlankRow } from './blank-row.ts';
import type { Preview } from './preview.ts';
import { bodyOf } from './reading.ts';
import { rowsOf, takeTop, type HeaderPlace } from './take-top.ts';

/** A table whose rows can be read once. */
interface OpenedTable extends Pick<
  SheetFacts,
  'headerRow' | 'headerRows' | 'headerEvidence' | 'header' | 'skipped'
> {
  /** The rows of the header, as written; none if the names are stated. */
  readonly headerCells: readonly SheetRow[];
  readonly above: readonly SheetRow[];
  readonly rows: AsyncGenerator<SheetRow[], void, void>;
}

type Chunks = AsyncGenerator<SheetRow[], void, void>;

/**
 * Finds the table in a sheet: where its header is, and which rows are data. With `onProblem` every row is returned.
 * @throws SheetError if that is not certain
 */
export async function openTable(
  preview: Preview,
  chunks: Chunks,
  options: SheetOptions,
): Promise<OpenedTable> {
  const { columns } = options;
  if (columns !== undefined && !isHeaderOf(columns, preview))
    return headerless(columns, { preview, chunks, options });
  const found = topOf(preview, options);
  reportDoubt(found?.doubt, options);
  const place = placeOf(options, found);
  const { above, header, below } = await takeTop(chunks, place);
  const everyRow = options.onProblem !== undefined;
  const joined = joinHeader(
    { top: header[0]?.number ?? 1, rows: header.map(({ cells }) => cells), merges: preview.merges },
    options.knows,
  );
  const names = widened(joined, preview, header.at(-1)?.number ?? 0);
  const skipped = everyRow ? [] : skippedOf(above, options, found);
  const headerRow = header[0]?.number ?? 1;
  const about = {
    headerRow,
    headerRows: (place?.headerRows ?? 1) > 1 ? place?.headerRows : undefined,
    headerEvidence: found?.because,
    header: names.map(ownText),
    headerCells: header,
    above: above.filter(({ cells }) => !isBlankRow(cells)),
    skipped,
  };
  const units = skipped.find(({ row }) => row > headerRow)?.row;
  const end = units ?? header.at(-1)?.number ?? 0;
  const body = preview.rows.filter(({ number }) => number > end);
  if (options.lastRow === undefined) reportDoubt(bodyDoubt(names, body), options);
  if (everyRow) return { ...about, rows: rowsOf([...above, ...header, ...below], chunks) };
  const rows = rowsOf(
    below.filter(({ number }) => number !== units),
    units === undefined || below.length > 0 ? chunks : withoutRow(chunks, units),
  );
  const table = tableOf(preview, { options, header, columns: names.length, skipped });
  return { ...about, rows: onlyData(rows, table) };
}

/** Throws a doubt, unless somebody wants to see all problems. */
export function reportDoubt(doubt: SheetError | undefined, { onProblem }: SheetOptions): void {
  if (doubt === undefined) return;
  if (onProblem === undefined) throw doubt;
  onProblem(doubt);
}

/** In text files whose rows all end with more delimiters than the header, the columns behind it have no names. */
function widened(names: readonly string[], { rows, short }: Preview, header: number): readonly string[] {
  if (short) return names;
  const body = bodyOf(rows.filter(({ number }) => number > header)).map(({ cells }) => cells);
  const width = tableWidth(body.map(({ length }) => length));
  const areBlank = body.every((cells) => cells.length !== width || isBlankRow(cells.slice(names.length)));
  return width > names.length && areBlank
    ? [...names, ...Array<string>(width - names.length).fill('')]
    : names;
}

function topOf(preview: Preview, options: SheetOptions): FoundTop | undefined {
  const { headerRow, headerRows, columns, knows } = options;
  const isStated = headerRow !== undefined || headerRows !== undefined;
  if (!isStated && (columns !== undefined || isPlainTop(preview, knows))) return undefined;
  return findTop(preview, options, knows);
}

function placeOf(
  { headerRow, headerRows = 1 }: SheetOptions,
  found: FoundTop | undefined,
): HeaderPlace | undefined {
  if (headerRow !== undefined) return { headerRow, headerRows };
  if (found === undefined) return undefined;
  return { headerRow: found.reading.headerRow, headerRows: found.reading.headerRows };
}

/** Rows above a stated header are left out for that reason alone. */
function skippedOf(
  above: readonly SheetRow[],
  { headerRow }: SheetOptions,
  found: FoundTop | undefined,
): SkippedRow[] {
  const known = found?.skipped ?? [];
  if (headerRow === undefined) return [...known];
  const stated = above.map(({ number: row }) => ({ row, why: 'above the header' }));
  return [...stated, ...known.filter(({ row }) => row > headerRow)];
}

interface Known {
  readonly options: SheetOptions;
  readonly header: readonly SheetRow[];
  readonly columns: number;
  readonly skipped: SkippedRow[];
}

function tableOf(preview: Preview, { options, header, columns, skipped }: Known): Table {
  const { rows, whole, short, range } = preview;
  const last = header.at(-1)?.number ?? 0;
  const body = bodyOf(
    rows.filter(({ number }) => number > last && skipped.every(({ row }) => row !== number)),
  );
  const { lastRow, totals, knows } = options;
  return {
    lastRow,
    totals,
    knows,
    header,
    columns,
    kinds: columnKinds(
      body.map(({ cells }) => cells),
      3,
    ),
    short,
    isBold: body.filter(({ bold }) => bold === true).length * 2 > body.length,
    isFull: body.length > 4 && body.slice(0, -1).every(({ cells }) => filledPlaces(cells).length > 1),
    all: whole ? rows : undefined,
    totalsRow: range?.hasTotals === true ? range.bottom : undefined,
    skipped,
  };
}

/** The result sheet of a sheet without a header has the stated names in its first row. */
function isHeaderOf(columns: readonly string[], { rows }: Preview): boolean {
  const cells = rows[0]?.cells ?? [];
  return columns.length > 0 && columns.every((name, at) => (cells[at] ?? '').trim() === name.trim());
}

interface Headerless {
  readonly preview: Preview;
  readonly chunks: Chunks;
  readonly options: SheetOptions;
}

async function headerless(
  columns: readonly string[],
  { preview, chunks, options }: Headerless,
): Promise<OpenedTable> {
  const first = await firstChunk(chunks);
  if (first.length === 0) throw new SheetError({ code: 'empty_sheet' });
  const skipped: SkippedRow[] = [];
  const about = { headerRow: 0, header: widened(columns, preview, 0), headerCells: [], above: [], skipped };
  const rows = rowsOf(first, chunks);
  if (options.onProblem !== undefined) return { ...about, rows };
  const table = tableOf(preview, { options, header: [], columns: columns.length, skipped });
  return { ...about, rows: onlyData(rows, table) };
}

async function firstChunk(chunks: Chunks): Promise<SheetRow[]> {
  for (;;) {
    const chunk = await chunks.next();
    if (chunk.done) return [];
    if (chunk.value.length > 0) return chunk.value;
  }
}

async function* withoutRow(chunks: Chunks, row: number): Chunks {
  for await (const chunk of chunks) yield chunk.filter(({ number }) => number !== row);
}
