import type { Knows, SheetRow } from '../model/sheet.ts';
import { filledPlaces } from '../table/cell-kind.ts';
import { isPlainTop } from '../table/find-table.ts';
import { checkMerges } from '../table/fill-merged.ts';
import type { CellRange, Preview, TableRange } from '../table/preview.ts';
import { attributesOf } from '../xml/tag.ts';
import type { Archive } from '../zip/archive.ts';
import { mostColumns, mostRows } from '../workbook/size.ts';
import { readPart } from '../workbook/read-part.ts';
import { relationsOf } from './workbook.ts';

/** The preview with what the workbook itself states about its table. */
export async function withHints(preview: Preview, { archive, part, knows }: Place): Promise<Preview> {
  const tables = (await relationsOf(archive, part)).filter(({ type }) => type === 'table');
  const [table] = tables;
  const range =
    tables.length === 1 && table !== undefined ? await tableRange(archive, table.part) : undefined;
  const hinted = { ...preview, range };
  if (isPlainTop(hinted, knows) || !mayHaveSeveral(preview.rows)) return hinted;
  return { ...hinted, merges: await mergesIn(archive, part) };
}

interface Place {
  readonly archive: Archive;
  /** The part of the sheet. */
  readonly part: string;
  readonly knows?: Knows | undefined;
}

async function tableRange(archive: Archive, part: string): Promise<TableRange | undefined> {
  if (!archive.has(part)) return undefined;
  let found: TableRange | undefined;
  await readPart(archive, part, {
    open: (name, raw) => {
      if (name !== 'table') return;
      const attributes = attributesOf(raw);
      const range = rangeOf(attributes.get('ref') ?? '');
      const hasHeader = attributes.get('headerRowCount') !== '0';
      const hasTotals = Number(attributes.get('totalsRowCount') ?? 0) > 0;
      found = range && { ...range, hasHeader, hasTotals };
    },
  });
  return found;
}

/** Further down there is no header of several rows. */
const deepest = 40;
const mostMerges = 1000;

/** A header of several rows has blanks beside its upper names. Only then its merged cells are looked for, at the end of the part. */
function mayHaveSeveral(rows: readonly SheetRow[]): boolean {
  return rows.slice(0, deepest).some(({ cells }, at) => {
    const below = rows[at + 1]?.cells ?? [];
    const filled = filledPlaces(cells);
    return filled.length > 0 && filledPlaces(below).some((place) => !filled.includes(place));
  });
}

async function mergesIn(
  archive: Archive,
  part: string,
  isKept = ({ top }: CellRange, count: number) => top <= deepest && count < mostMerges,
): Promise<CellRange[]> {
  const merges: CellRange[] = [];
  await readPart(archive, part, {
    open: (name, raw) => {
      const range = name === 'mergeCell' ? rangeOf(attributesOf(raw).get('ref') ?? '') : undefined;
      if (range !== undefined && isKept(range, merges.length)) merges.push(range);
    },
  });
  return merges;
}

/** All merged areas by their first rows, in one more reading, since a workbook lists them behind its rows. */
export async function allMerges(archive: Archive, part: string): Promise<readonly CellRange[]> {
  const merges = await mergesIn(archive, part, (_, count) => {
    checkMerges(count);
    return true;
  });
  return merges.toSorted((a, b) => a.top - b.top);
}

/** `A3:F20`. */
export function rangeOf(reference: string): CellRange | undefined {
  const found = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/u.exec(reference);
  if (found === null) return undefined;
  const [, left = '', top = '', right = left, bottom = top] = found;
  const range = { top: Number(top), left: columnOf(left), bottom: Number(bottom), right: columnOf(right) };
  const isInside = range.right <= mostColumns && range.bottom <= mostRows && range.top > 0;
  return isInside && range.top <= range.bottom && range.left <= range.right ? range : undefined;
}

function columnOf(letters: string): number {
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 0x40, 0);
}
