import { mostErasableBytes, type NamedRecord } from '@sluice/erasure';
import type { Run } from '@sluice/ledger';
import { everyText, fileTypes, openSheet, type SheetOptions, type SheetSource } from '@sluice/sheets';
import type { Clock, Files } from '../ports.ts';
import { dropSource } from '../read/drop-source.ts';
import { watchOutside } from '../read/reading-guard.ts';
import { readingOf } from '../read/run-settings.ts';
import { searchTime, unlessUnread, type InTime } from './search-file.ts';

/** `gone` if it is not stored, `unknown` if it is too large to be searched, `unread` if it cannot be searched. */
export type HeldByDrop = boolean | 'unknown' | 'unread' | 'gone';

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
): Promise<HeldByDrop> {
  const outside = watchOutside();
  const isThere = await unlessUnread(async () => {
    const about = await outside.call(drops.about)(run);
    return about !== undefined;
  }, outside);
  if (isThere === 'unread') return 'unread';
  if (!isThere) return 'gone';
  if (run.bytes > mostErasableBytes) return 'unknown';
  const reading = await readingOf(run, files);
  const search = searchOf(dropSource(run, outside.stream(drops)), now);
  const inRows = await unlessUnread(() => rowsHold(search, record, reading), outside);
  if (inRows !== 'unread' && (inRows.isIn || inRows.isWhole)) return inRows.isIn;
  return await unlessUnread(() => textHolds(search, record), outside);
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

async function rowsHold({ source, inTime }: Search, record: NamedRecord, reading: SheetOptions) {
  // Every row, also those above the header and those that are no data.
  const { facts, rows } = await openSheet(source, { ...reading, onProblem: () => undefined });
  const isWhole = !fileTypes[facts.format].isWorkbook;
  for await (const chunk of inTime(rows))
    for (const { cells } of chunk) if (record.isIn(cells.filter(isFilled))) return { isIn: true, isWhole };
  return { isIn: false, isWhole };
}

/** A small file can have millions of blanks. */
const isFilled = (cell: string): boolean => cell !== '';

export async function textHolds({ source, inTime }: Search, record: NamedRecord): Promise<boolean> {
  for await (const text of inTime(everyText(source))) if (record.isIn(text)) return true;
  return false;
}
