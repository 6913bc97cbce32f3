import { mostErasableBytes, type NamedRecord } from '@sluice/aws-kit/erasure';
import type { Run } from '@sluice/ledger';
import { everyText, fileTypes, openSheet, type SheetOptions, type SheetSource } from '@sluice/sheets';
import type { Clock, Files } from '../ports.ts';
import { sourceOf } from '../read/drop-source.ts';
import { mayLackHeader } from '../report/dropped-sheet.ts';
import { watchOutside } from '../read/reading-guard.ts';
import { readingOf } from '../read/run-settings.ts';
import { searchTime, unlessUnread, type InTime } from './search-file.ts';

/** `gone` if it is not stored, `unknown` if it is too large to be searched, `unread` if it cannot be searched. */
export type HeldByDrop = boolean | 'unknown' | 'unread' | 'gone';

/** What the drop of a run tells of the record. */
export interface FoundInDrop {
  readonly isInDrop: HeldByDrop;
  /** The rows whose cells hold the value. */
  readonly rows: number[];
  /** Whether all rows were searched, so that there are no more of these. */
  readonly areRowsKnown: boolean;
  /** By how many lines a row of a CSV result stands below its row in the drop; absent if nobody knows. */
  readonly down?: number | undefined;
}

interface SearchServices {
  readonly drops: Pick<Files, 'stream' | 'about'>;
  readonly files: Pick<Files, 'get'>;
  readonly now: Clock;
}

/** Whether a drop holds the record: in its rows, and elsewhere in a workbook or in a file that is no sheet. */
export async function dropHolds(
  run: Run,
  record: NamedRecord,
  { drops, files, now }: SearchServices,
): Promise<FoundInDrop> {
  const outside = watchOutside();
  const reading = await readingOf(run, files);
  const down = mayLackHeader(reading) ? undefined : 0;
  const untold = { rows: [], areRowsKnown: false, down };
  const isThere = await unlessUnread(async () => {
    const about = await outside.call(drops.about)(run);
    return about !== undefined;
  }, outside);
  if (isThere === 'unread') return { ...untold, isInDrop: 'unread' };
  if (!isThere) return { ...untold, isInDrop: 'gone' };
  if (run.bytes > mostErasableBytes) return { ...untold, isInDrop: 'unknown' };
  const search = searchOf(sourceOf(run, outside.stream(drops)), now);
  const found: InRows = { rows: [], isWhole: false, down };
  const inRows = await unlessUnread(() => searchRows(search, { record, reading, found }), outside);
  const told = { ...found, areRowsKnown: inRows !== 'unread' };
  if (found.rows.length > 0) return { ...told, isInDrop: true };
  if (inRows !== 'unread' && found.isWhole) return { ...told, isInDrop: false };
  return { ...told, isInDrop: await unlessUnread(() => textHolds(search, record), outside) };
}

/** One file, and the time that there is for it. */
export interface Search {
  readonly source: SheetSource;
  readonly inTime: InTime;
}

/** A workbook is also read before its first row. */
export function searchOf(source: SheetSource, now: Clock): Search {
  const inTime = searchTime(now);
  return { source: { bytes: source.bytes, stream: (range) => inTime(source.stream(range)) }, inTime };
}

interface InRows {
  readonly rows: number[];
  /** Whether the rows are all that the file has. */
  isWhole: boolean;
  down: number | undefined;
}

interface RowSearch {
  readonly record: NamedRecord;
  readonly reading: SheetOptions;
  /** What is found, also if the search does not come to its end. */
  readonly found: InRows;
}

async function searchRows({ source, inTime }: Search, { record, reading, found }: RowSearch): Promise<void> {
  // Every row, also those above the header and those that are no data.
  const { facts, rows } = await openSheet(source, { ...reading, onProblem: () => undefined });
  const { isWorkbook } = fileTypes[facts.format];
  found.isWhole = !isWorkbook;
  found.down = facts.headerRow === 0 ? 1 : 0;
  for await (const chunk of inTime(rows))
    for (const { number, cells } of chunk) if (record.isIn(cells.filter(isFilled))) found.rows.push(number);
}

/** A small file can have millions of blanks. */
const isFilled = (cell: string): boolean => cell !== '';

export async function textHolds({ source, inTime }: Search, record: NamedRecord): Promise<boolean> {
  for await (const text of inTime(everyText(source))) if (record.isIn(text)) return true;
  return false;
}
