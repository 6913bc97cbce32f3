import type { Knows, SheetRow, SkippedRow } from '../model/sheet.ts';
import type { SheetError } from '../model/sheet-error.ts';
import { isRagged, titleShape } from './above.ts';
import { columnKinds, filledPlaces, isTyped, kindOf } from './cell-kind.ts';
import { certain, pointsOf, saysFor, structure, type EvidenceName } from './evidence.ts';
import { isNames, tableWidth } from './find-header.ts';
import type { Preview, Top } from './preview.ts';
import { areKnown, areYears, readingAt, type TopReading } from './reading.ts';
import { unclearTop } from './refusals.ts';
import { areRules } from './words.ts';

/** How the settings state the header. */
export interface StatedHeader {
  readonly headerRow?: number | undefined;
  readonly headerRows?: number | undefined;
}

export interface FoundTop {
  readonly reading: TopReading;
  /** Rows that are certainly no data: those above the header, and units below it. */
  readonly skipped: readonly SkippedRow[];
  /** Why the reading is not certain. */
  readonly doubt?: SheetError | undefined;
  /** What speaks for the reading, unless the header is simply the first row. */
  readonly because?: string | undefined;
}

/** Further down no header is looked for, unless its row is stated. */
const mostAbove = 30;
const mostHeaderRows = 3;

/** Finds the header by evidence, all of it named. Undefined without any row. */
export function findTop(preview: Preview, stated: StatedHeader, knows?: Knows): FoundTop | undefined {
  const { rows } = preview;
  if (rows.length === 0) return undefined;
  const top: Top = { preview, ...widthsOf(preview), knows };
  if (stated.headerRow !== undefined) return foundAt(top, stated.headerRow, stated.headerRows ?? 1);
  const unfilled = headerOfUnfilled(preview, knows);
  if (unfilled !== undefined && stated.headerRows === undefined)
    return foundAt({ ...top, width: unfilled.cells.length }, unfilled.number, 1);
  const readings = readingsOf(top, stated.headerRows).toSorted((a, b) => b.points - a.points);
  const [most, ...others] = readings;
  if (most === undefined) return undefined;
  // Readings with the same rows of data differ only in the names of the columns.
  const best = readings.find((each) => each.firstRow === most.firstRow && isSound(each, stated)) ?? most;
  const rival = others.find(({ firstRow }) => firstRow !== best.firstRow);
  const isSure = isSound(best, stated) && best.points - (rival?.points ?? -Infinity) >= certain.lead;
  const doubt = isSure ? undefined : unclearTop(most, rival ?? others[0]);
  // Without a header the first row would be lost, so a doubtful table is read with one.
  const reading = best.headerRow === 0 ? (others[0] ?? best) : best;
  const isPlain = reading.headerRow === rows[0]?.number && reading.headerRows === 1;
  return {
    reading,
    skipped: skippedOf(reading),
    doubt,
    because: isPlain ? undefined : saysFor(reading.evidence),
  };
}

/** Whether a reading can be certain, if no other one is near. */
function isSound({ evidence, points, headerRow, headerRows }: TopReading, stated: StatedHeader): boolean {
  const has = (name: EvidenceName) => evidence.includes(name);
  if (headerRow === 0) return false;
  if (stated.headerRows !== undefined) return true;
  const isStructured = evidence.some((name) => structure.has(name)) || (has('groups') && has('contrasts'));
  if (headerRows > 1) return points >= certain.least && isStructured;
  if (has('first') && !has('narrow')) return points >= certain.leastOfFirst;
  // The row above may also be the header, and this one its first row of data.
  const isContrary = has('pairAbove') && !has('apart');
  return (
    points >= certain.least && (!isContrary || has('contrast') || has('known') || has('bold') || has('range'))
  );
}

/** The last row of a template that nobody has filled in: names of fields alone, below lines of one cell. */
function headerOfUnfilled({ rows, whole }: Preview, knows: Knows | undefined): SheetRow | undefined {
  const last = rows.at(-1);
  if (!whole || rows.length < 2 || last === undefined || !areKnown(last.cells, knows)) return undefined;
  return rows.slice(0, -1).every(({ cells }) => filledPlaces(cells).length === 1) ? last : undefined;
}

/** In a workbook rows that end in blank cells are short, so only the others count. */
function widthsOf({ rows, short }: Preview): Pick<Top, 'width' | 'widest'> {
  const widths = rows.map(({ cells }) => cells.length);
  const wide = widths.filter((width) => width > 1);
  const width = tableWidth(short && wide.length > 0 ? wide : widths);
  return { width, widest: short ? Math.max(...widths) : width };
}

function foundAt(top: Top, headerRow: number, headerRows: number): FoundTop | undefined {
  const at = top.preview.rows.findIndex(({ number }) => number === headerRow);
  if (at < 0) return undefined;
  let reading: TopReading | undefined;
  // A stated row of the header may be blank, as in the result sheet.
  for (let rows = headerRows; rows > 0 && reading === undefined; rows -= 1)
    reading = readingAt(top, at, rows);
  return reading && { reading, skipped: skippedOf(reading) };
}

function readingsOf(top: Top, headerRows: number | undefined): TopReading[] {
  const { rows } = top.preview;
  if (top.width < 2 && headerRows === undefined) return [readingAt(top, 0, 1)].filter(isThere);
  const counts = headerRows === undefined ? [1, 2, mostHeaderRows] : [headerRows];
  const withHeader: TopReading[] = [];
  for (let [at, data] = [0, 0]; at < Math.min(rows.length, mostAbove) && data < 2; at += 1) {
    withHeader.push(...counts.map((count) => readingAt(top, at, count)).filter(isThere));
    // With more than one row of data above it, no row is the header.
    const cells = rows[at]?.cells ?? [];
    if (titleShape(cells, top.widest) === 'other' && !isRagged(cells, top)) data += 1;
  }
  return [...withHeader, ...(headerRows === undefined ? [withoutHeader(top)].filter(isThere) : [])];
}

const isThere = <T>(value: T | undefined): value is T => value !== undefined;

/** The first row has the same kinds of values as all others: there may be no header at all. */
function withoutHeader({ preview: { rows }, knows }: Top): TopReading | undefined {
  const [first, ...others] = rows.slice(0, 50);
  if (first === undefined || others.length === 0) return undefined;
  const kinds = columnKinds(others.map(({ cells }) => cells));
  const typed = kinds.flatMap((kind, place) => (isTyped(kind) ? [place] : []));
  const alike = typed.filter((place) => kindOf(first.cells[place] ?? '') === kinds[place]);
  // No name of a column is an address or a date.
  const isAlike = alike.length === typed.length || alike.some((place) => kinds[place] !== 'figure');
  if (typed.length === 0 || !isAlike || first.cells.length < 2) return undefined;
  const isNamed = filledPlaces(first.cells).some((place) => knows?.(first.cells[place] ?? '') === true);
  const isOfYears = areYears(first.cells, others) && !others.every(({ cells }) => areYears(cells, others));
  const evidence = isNamed || isOfYears ? (['alike', 'namesFirst'] as const) : (['alike'] as const);
  return {
    headerRow: 0,
    headerRows: 0,
    names: [...first.cells],
    firstRow: first.number,
    above: [],
    kinds,
    evidence,
    points: pointsOf(evidence),
  };
}

function skippedOf({ above, units }: TopReading): SkippedRow[] {
  return [
    ...above.map(({ number: row }) => ({ row, why: 'a title above the header' })),
    ...(units === undefined ? [] : [units]),
  ];
}

/**
 * Whether the header is simply the first row: a different name in every cell, as wide as all other rows, and nothing in the second
 * row that could belong to it. Most files need no other evidence.
 */
export function isPlainTop({ rows, range, short }: Preview, knows?: Knows): boolean {
  const [header, next] = rows;
  if (header === undefined || next === undefined || range !== undefined) return false;
  const width = header.cells.length;
  if (width < 2 || !isNames(header.cells, width) || next.bold === true) return false;
  if (rows.some(({ cells }) => (short ? cells.length > width : cells.length !== width))) return false;
  const kinds = columnKinds(rows.slice(2, 20).map(({ cells }) => cells));
  const isUnlike = kinds.some((kind, place) => isTyped(kind) && kindOf(next.cells[place] ?? '') === 'text');
  return !isUnlike && !areRules(next.cells) && !areKnown(next.cells, knows);
}
