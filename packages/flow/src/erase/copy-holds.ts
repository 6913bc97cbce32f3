import { buffer } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import { mostErasableBytes, type NamedRecord, type ObjectVersion } from '@sluice/erasure';
import { openRowBlocks, type ReadRange } from '@sluice/import-plan/read-row-blocks';
import { blockRows, type PackedRow } from '@sluice/import-plan/row-classes';
import type { Files } from '../ports.ts';
import { isRowsKey } from '../run-objects.ts';
import { textHolds, unlessRefused } from './drop-holds.ts';

type CopyFiles = Pick<Files, 'stream'>;

/**
 * Whether a result that is not a CSV of ours holds the record. It is a copy of the drop, which may be gone. Where a sheet is too
 * large to be searched, its packed rows are searched instead.
 */
export async function copyHolds(
  version: ObjectVersion,
  record: NamedRecord,
  files: CopyFiles,
): Promise<boolean> {
  if (isRowsKey(version.key)) return rowsHold(version, record, files);
  if (version.bytes > mostErasableBytes) return false;
  const source = { bytes: version.bytes, stream: () => files.stream(version) };
  return (await unlessRefused(() => textHolds(source, record))) === true;
}

async function rowsHold(version: ObjectVersion, record: NamedRecord, files: CopyFiles): Promise<boolean> {
  const read = inWindows(async (start, end) => {
    const bytes = await buffer(files.stream(version, { start, end }));
    return new Uint8Array(bytes);
  }, version.bytes);
  const blocks = await openRowBlocks(read, version.bytes, inflateRawSync);
  for (let at = 0; at < blocks.rows; at += blockRows) {
    const length = Math.min(blockRows, blocks.rows - at);
    const rows = await blocks.at(Array.from({ length }, (_, place) => at + place));
    if (record.isIn(rows.map(textOf).join(between))) return true;
  }
  return false;
}

/** No value goes on across it. */
const between = '\0';
const textOf = ({ cells, recordId = '', reasons = [] }: PackedRow): string =>
  [...cells, recordId, ...reasons.flatMap(({ value = '', says }) => [value, says])].join(between);

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
