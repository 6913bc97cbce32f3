import { buffer } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import { linesIn, mostErasableBytes, type NamedRecord, type ObjectVersion } from '@sluice/aws-kit/erasure';
import { openRowBlocks, type ReadRange } from '@sluice/import-plan/read-row-blocks';
import { packedListSchema, type PackedRow } from '@sluice/import-plan/row-classes';
import { jsonOf } from '@sluice/aws-kit/handlers';
import { parseJson } from '@sluice/contract';
import type { Clock, Files } from '../ports.ts';
import { isRowsKey } from '../run-objects.ts';
import { sourceOf } from '../read/drop-source.ts';
import { watchOutside } from '../read/reading-guard.ts';
import { searchOf, textHolds } from './drop-holds.ts';
import { searchTime, unlessUnread } from './search-file.ts';

export interface CopySearch {
  readonly record: NamedRecord;
  readonly files: Pick<Files, 'stream'>;
  readonly now: Clock;
  /** How many blocks of packed rows are searched and do not hold the record, by version. */
  readonly searched: Map<string, number>;
  /** What is found, also before time runs out. Without `rows` a search ends at the first one. */
  readonly found: { holds: boolean; readonly rows?: Set<number> };
  readonly isLate: () => boolean;
}

/**
 * Whether a result that is not a CSV of ours holds the record. It is a copy of the drop, which may be gone. Where a sheet is too
 * large to be searched, its packed rows are searched instead, all of them.
 * @returns `late` if time ran out: at least one block more is searched, and a repeat goes on behind it; `unread` if it cannot be
 * searched
 */
export async function copyHolds(
  version: ObjectVersion,
  search: CopySearch,
): Promise<boolean | 'late' | 'unread'> {
  const { record, now } = search;
  const outside = watchOutside();
  const files = outside.stream(search.files);
  if (isRowsKey(version.key)) return unlessUnread(() => rowsHold(version, { ...search, files }), outside);
  if (version.bytes > mostErasableBytes) return false;
  const source = sourceOf(version, files);
  // Its packed rows are searched too.
  return (await unlessUnread(() => textHolds(searchOf(source, now), record), outside)) === true;
}

/** Whether an object holds the record that is too large to be read at once; `unread` if it cannot be searched. */
export async function largeHolds(
  version: ObjectVersion,
  search: Pick<CopySearch, 'record' | 'files' | 'now'>,
): Promise<boolean | 'unread'> {
  if (version.key.endsWith('.gz')) return 'unread';
  const { record, now } = search;
  const outside = watchOutside();
  const lines = linesIn(outside.stream(search.files).stream(version));
  return unlessUnread(async () => {
    for await (const line of searchTime(now)(lines))
      if (record.mayBeInJson(line) && record.isIn(parseJson(line) ?? line)) return true;
    return false;
  }, outside);
}

async function rowsHold(
  version: ObjectVersion,
  { record, files, searched, found, isLate }: CopySearch,
): Promise<boolean | 'late'> {
  const read = inWindows(async (start, end) => {
    const bytes = await buffer(files.stream(version, { start, end }));
    return new Uint8Array(bytes);
  }, version.bytes);
  const blocks = await openRowBlocks(read, version.bytes, inflateRawSync);
  found.holds ||= record.isIn(blocks.header);
  for (let block = searched.get(version.versionId) ?? 0; block < blocks.blocks; block += 1) {
    for await (const list of blocks.lists(block)) {
      if (found.holds && found.rows === undefined) return true;
      const rows = rowsIn(list, record);
      found.holds ||= rows.length > 0;
      for (const row of rows) if (row > 0) found.rows?.add(row);
    }
    searched.set(version.versionId, block + 1);
    if (block + 1 < blocks.blocks && isLate()) return 'late';
  }
  return found.holds;
}

/**
 * The rows of a list that hold the record; 0 where it does not tell. Most lists are not parsed, so that a search takes less than a
 * third of the time.
 */
function rowsIn(list: Uint8Array, record: NamedRecord): number[] {
  const json = Buffer.from(list).toString();
  if (!record.mayBeInJson(json)) return [];
  return packedListSchema
    .parse(jsonOf(json))
    .flatMap((one) => (record.isIn(textsOf(one)) ? [typeof one === 'string' ? 0 : one.row] : []));
}

function textsOf(packed: string | PackedRow): string[] {
  if (typeof packed === 'string') return [packed];
  const { cells, recordId = '', reasons = [] } = packed;
  return [...cells, recordId, ...reasons.flatMap(({ value = '', says }) => [value, says])];
}

const windowBytes = 8 * 1024 * 1024;

/** Ranges that mostly ascend, of few requests. */
function inWindows(read: ReadRange, bytes: number): ReadRange {
  let [from, window] = [0, new Uint8Array()];
  return async (start, end) => {
    if (start < from || end > from + window.length) {
      window = await read(start, Math.min(bytes, Math.max(end, start + windowBytes)));
      from = start;
    }
    return window.slice(start - from, end - from);
  };
}
