import type { Knows, SheetRow, SkippedRow } from '../model/sheet.ts';
import {
  areEqual,
  columnKinds,
  filledPlaces,
  isTyped,
  kindOf,
  kindsIn,
  type ColumnKinds,
} from './cell-kind.ts';
import { evidenceNames, pointsOf, type EvidenceName } from './evidence.ts';
import { isNames } from './find-header.ts';
import { joinHeader } from './join-header.ts';
import { evidenceAbove } from './above.ts';
import type { Preview, Top } from './preview.ts';
import { areRules, isBracketed, isTypeName, isUnit } from './words.ts';

/** One way to read the top of a table. */
export interface TopReading {
  /** The number of the first row of the header; 0 for a table without one. */
  readonly headerRow: number;
  readonly headerRows: number;
  readonly names: readonly string[];
  /** A row of units, or a drawn line, below the header. */
  readonly units?: SkippedRow | undefined;
  /** The number of the first row of data, if the preview reaches it. */
  readonly firstRow: number | undefined;
  /** The rows above the header. */
  readonly above: readonly SheetRow[];
  readonly kinds: ColumnKinds;
  readonly evidence: readonly EvidenceName[];
  readonly points: number;
}

/** How many rows show what kinds of values a column has. */
const mostBody = 50;

/** The reading with a header of this many rows from the row at this place, if there are as many without a gap. */
export function readingAt(top: Top, at: number, headerRows: number): TopReading | undefined {
  const { rows, merges, range } = top.preview;
  const header = rows.slice(at, at + headerRows);
  const [first] = header;
  if (first === undefined || header.length < headerRows) return undefined;
  if (header.some(({ number }, index) => number !== first.number + index)) return undefined;
  const cells = header.map((row) => row.cells);
  const names = joinHeader({ top: first.number, rows: cells, merges }, top.knows);
  const isRepeated = (row: SheetRow) => cells.some((each) => areEqual(each, row.cells));
  const below = rows.slice(at + headerRows, at + headerRows + mostBody).filter((row) => !isRepeated(row));
  const withUnits = bodyOf(below.slice(1));
  const [next] = below;
  const isUnits =
    next !== undefined &&
    next.number === first.number + headerRows &&
    isUnitRow(next.cells, columnKinds(withUnits.map((row) => row.cells)));
  const body = isUnits ? withUnits : bodyOf(below);
  const widest = Math.max(-1, ...below.map((row) => filledPlaces(row.cells).at(-1) ?? -1));
  const reading = {
    at,
    header,
    names,
    body,
    below,
    isUnits,
    widest,
    kinds: columnKinds(body.map((row) => row.cells)),
  };
  const found: EvidenceName[] = [
    ...evidenceOf(top, reading),
    ...(headerRows > 1 ? evidenceOfRows(top, reading) : []),
    ...(range?.hasHeader === true && range.top === first.number ? ['range' as const] : []),
  ];
  return {
    headerRow: first.number,
    headerRows,
    names,
    units: isUnits ? unitsAt(next) : undefined,
    firstRow: (isUnits ? below[1] : next)?.number,
    above: rows.slice(0, at),
    kinds: reading.kinds,
    evidence: found,
    points: pointsOf(found),
  };
}

function unitsAt({ number: row, cells }: SheetRow): SkippedRow {
  return { row, why: areRules(cells) ? 'a line below the header' : 'units below the header' };
}

/** The rows up to the first blank row, unless that leaves too few: below it there may be something else. */
export function bodyOf(rows: readonly SheetRow[]): readonly SheetRow[] {
  const body = rows.slice(0, mostBody);
  const gap = body.findIndex(({ number }, at) => at > 0 && number !== (body[at - 1]?.number ?? 0) + 1);
  return gap < 2 ? body : body.slice(0, gap);
}

/** Units are above figures, or in brackets; at least one above figures, and no cell is anything else. So is a drawn line. */
function isUnitRow(cells: readonly string[], kinds: ColumnKinds): boolean {
  if (areRules(cells)) return true;
  const filled = filledPlaces(cells);
  if (filled.length > 1 && filled.every((place) => isTypeName(cells[place] ?? ''))) return true;
  const isOver = (place: number) => isTyped(kinds[place]);
  // One letter is too little.
  if (filled.every((place) => (cells[place] ?? '').trim().length < 2)) return false;
  return (
    filled.some(isOver) &&
    filled.every((place) => {
      const cell = cells[place] ?? '';
      return isBracketed(cell) || (isUnit(cell) && isOver(place));
    })
  );
}

interface Parts {
  readonly at: number;
  readonly header: readonly SheetRow[];
  readonly names: readonly string[];
  readonly body: readonly SheetRow[];
  readonly isUnits: boolean;
  readonly below: readonly SheetRow[];
  /** The place of the last value in the rows below. */
  readonly widest: number;
  readonly kinds: ColumnKinds;
}

function evidenceOf(top: Top, parts: Parts): EvidenceName[] {
  const { at, header } = parts;
  return [
    ...evidenceOfNames(top, parts),
    ...evidenceOfCells(parts),
    ...evidenceBelow(top, parts),
    ...evidenceAbove(top, at, header[0]?.number ?? 0),
  ];
}

/** The evidence that holds, of these. */
function holding(all: Partial<Record<EvidenceName, boolean>>): EvidenceName[] {
  return evidenceNames.filter((name) => all[name] === true);
}

function evidenceOfNames({ preview, width, knows }: Top, { at, header, names }: Parts): EvidenceName[] {
  const trimmed = names.map((name) => name.trim());
  const fits = preview.short ? names.length >= width : names.length === width;
  const areNames = fits && isNames(trimmed, names.length);
  const known = knows === undefined ? 0 : trimmed.filter((name) => name !== '' && knows(name)).length;
  const filled = filledPlaces(names).length;
  return holding({
    first: at === 0,
    names: areNames && header.length === 1,
    joinedNames: areNames && header.length > 1,
    known: known > 0 && known * 2 >= filled,
    severalKnown: known > 1,
    narrow: filled === 1 && width > 1,
    repeated: isRepeated(names),
  });
}

function evidenceOfCells({ header, body, kinds }: Parts): EvidenceName[] {
  const { cells, bold } = header.at(-1) ?? { number: 0, cells: [] };
  const [first, second] = body;
  const filled = filledPlaces(cells);
  const own = kindsIn(cells);
  const typed = filled.filter((place) => isTyped(kinds[place]));
  const isInBody = (place: number) => body.some((row) => row.cells[place]?.trim() === cells[place]?.trim());
  return holding({
    contrast:
      typed.some((place) => own[place] === 'text') && !typed.some((place) => own[place] === kinds[place]),
    values: filled.some((place) => isTyped(own[place]) || (header.length > 1 && isInBody(place))),
    years: areYears(cells, body),
    bold: header.every((row) => row.bold === true) && first !== undefined && first.bold !== true,
    boldBelow: bold !== true && first?.bold === true && second !== undefined && second.bold !== true,
  });
}

function evidenceBelow({ preview, knows }: Top, parts: Parts): EvidenceName[] {
  const { at, header, names, body, below, isUnits, widest } = parts;
  const [first] = body;
  const isNameless = (place: number) => (names[place] ?? '').trim() === '';
  const before = (index: number) => (below[index - 1] ?? header.at(-1))?.number ?? 0;
  return holding({
    units: isUnits,
    nameless: below.some(({ cells }) => filledPlaces(cells).some(isNameless)),
    namesWider: below.some((row, index) =>
      isWiderHeader(row, { names, isApart: row.number > before(index) + 1 }),
    ),
    beyond: widest >= names.length,
    cut: reaches(preview, header, (bottom, end) => bottom > end),
    noBody: first === undefined && at + header.length > 1,
    stranger: isStranger(body),
    namesBelow: first !== undefined && areKnown(first.cells, knows),
  });
}

interface Beside {
  readonly names: readonly string[];
  /** Whether a blank row is above it. */
  readonly isApart: boolean;
}

/** Whether a row has a name in every cell, in more cells than the header. */
function isWiderHeader({ cells }: SheetRow, { names, isApart }: Beside): boolean {
  const isWider = isApart ? cells.length > filledPlaces(names).length : cells.length > names.length;
  return isWider && isNames(cells, cells.length);
}

/** Whether cells that are merged from a row of the header downwards end in such a row. */
function reaches(
  { merges = [] }: Preview,
  header: readonly SheetRow[],
  ends: (bottom: number, end: number) => boolean,
): boolean {
  const [from, to] = [header[0]?.number ?? 0, header.at(-1)?.number ?? 0];
  return merges.some(({ top, bottom }) => top >= from && top <= to && bottom > top && ends(bottom, to));
}

const year = /^(?:19|20|21)\d\d$/u;

/** Names without digits, and years that differ; one year alone if it is above other figures. */
export function areYears(cells: readonly string[], below: readonly SheetRow[]): boolean {
  const filled = filledPlaces(cells).map((place) => ({ place, text: cells[place]?.trim() ?? '' }));
  const years = filled.filter(({ text }) => year.test(text));
  const isAbove = (place: number, test: RegExp) =>
    below.some((row) => test.test(row.cells[place]?.trim() ?? ''));
  return (
    new Set(years.map(({ text }) => text)).size === years.length &&
    filled.every(({ text }) => year.test(text) || !/\d/u.test(text)) &&
    (years.length > 1 ||
      (years.length < filled.length &&
        years.some(({ place }) => isAbove(place, /\d/u) && !isAbove(place, year))))
  );
}

function isRepeated(names: readonly string[]): boolean {
  const filled = names.map((name) => name.trim().toLowerCase()).filter((name) => name !== '');
  return new Set(filled).size < filled.length;
}

export function areKnown(cells: readonly string[], knows: Knows | undefined): boolean {
  const filled = filledPlaces(cells);
  return knows !== undefined && filled.length > 1 && filled.every((place) => knows(cells[place] ?? ''));
}

/** Whether the first row has texts in at least two columns in which all others have figures, dates or addresses. */
function isStranger(body: readonly SheetRow[]): boolean {
  const [first, ...others] = body;
  if (first === undefined || others.length < 3) return false;
  const kinds = columnKinds(others.map(({ cells }) => cells));
  const filled = filledPlaces(first.cells);
  const typed = filled.filter((place) => isTyped(kinds[place]));
  return typed.length > 1 && filled.every((place) => kindOf(first.cells[place] ?? '') === 'text');
}

/** What speaks for more than one row. */
function evidenceOfRows({ preview }: Top, { header, body, kinds }: Parts): EvidenceName[] {
  const { merges = [] } = preview;
  const uppers = header.slice(0, -1);
  const lower = header.at(-1)?.cells ?? [];
  const found: EvidenceName[] = uppers.map(() => 'moreRows');
  const covered = uppers.every(({ number, cells }) =>
    merges.some(({ top, left, right }) => top === number && right > left && filledPlaces(cells).length > 1),
  );
  if (covered) found.push('merged');
  if (reaches(preview, header, (bottom, end) => bottom === end)) found.push('spans');
  const isGrouped = ({ cells }: SheetRow) => {
    const filled = filledPlaces(cells);
    const [first = 0] = filled;
    const under = filledPlaces(lower).filter((place) => place > first && !filled.includes(place));
    return filled.length > 1 && under.length > 0;
  };
  if (!uppers.every(isGrouped)) return found;
  found.push('groups');
  if (areNamesAbove(uppers) && contrasts(lower, kinds)) found.push('contrasts');
  const isAlwaysFilled = (place: number) => body.every(({ cells }) => (cells[place] ?? '').trim() !== '');
  const gaps = (header[0]?.cells ?? []).flatMap((cell, place) =>
    cell.trim() !== '' && (lower[place] ?? '').trim() === '' ? [place] : [],
  );
  if (body.length > 1 && gaps.some(isAlwaysFilled)) found.push('complement');
  return found;
}

/** Whether the rows have several names, and are no labels with their values. */
function areNamesAbove(uppers: readonly SheetRow[]): boolean {
  return uppers.every(({ cells }) => {
    const texts = filledPlaces(cells).map((place) => cells[place]?.trim() ?? '');
    return texts.length > 2 && texts.every((text) => kindOf(text) === 'text' && !text.endsWith(':'));
  });
}

/** Whether a row has texts in all of at least two columns in which the rows below have other kinds of values. */
function contrasts(cells: readonly string[], kinds: ColumnKinds): boolean {
  const typed = filledPlaces(cells).filter((place) => isTyped(kinds[place]));
  return typed.length > 1 && typed.every((place) => kindsIn(cells)[place] === 'text');
}
