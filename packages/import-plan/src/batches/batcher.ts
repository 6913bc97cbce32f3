import { hash } from 'node:crypto';
import type { PlannedBatch } from '../plan/plan-types.ts';
import type { Settings } from '../profile/settings.ts';
import type { SoundRow } from '../rows/sound-row.ts';

/** Collects records in order, and cuts them into batches by count and bytes. */
export interface Batcher {
  /** How many bytes a record may have to fit into a batch by itself. */
  readonly recordBytes: number;
  /** The batch that was full without this record, if it was. */
  add(row: number, record: SoundRow): PlannedBatch | undefined;
  /** The last batch, unless there is nothing in it. */
  rest(): PlannedBatch | undefined;
}

/** Records become JSON all at once, and are only measured one by one where their batch may become too large. */
export function createBatcher({ schema, lookup, batchRecords, batchBytes }: Settings): Batcher {
  const bodyOf = (records: readonly unknown[]) => JSON.stringify([{ schema: schema.name, lookup, records }]);
  const frame = Buffer.byteLength(bodyOf([]));
  let number = 0;
  let records: unknown[] = [];
  let rows: number[] = [];
  // What they have at most, or, from the first that may be too much on, what they have.
  let bytes = frame;
  let isExact = false;

  function cut(): PlannedBatch | undefined {
    if (rows.length === 0) return undefined;
    const batch = batchOf((number += 1), bodyOf(records), rows);
    records = [];
    rows = [];
    bytes = frame;
    isExact = false;
    return batch;
  }

  function add(row: number, { record, atMost }: SoundRow): PlannedBatch | undefined {
    if (!isExact && bytes + atMost + 1 > batchBytes) {
      // A comma behind each record, also the last.
      bytes = frame + (records.length === 0 ? 0 : jsonBytes(records) - 1);
      isExact = true;
    }
    const size = (isExact ? jsonBytes(record) : atMost) + 1;
    const full = rows.length >= batchRecords || bytes + size > batchBytes;
    const batch = full ? cut() : undefined;
    records.push(record);
    rows.push(row);
    bytes += size;
    return batch;
  }

  return { recordBytes: batchBytes - frame - 1, add, rest: cut };
}

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

function batchOf(number: number, body: string, rows: readonly number[]): PlannedBatch {
  return {
    number,
    body,
    bytes: Buffer.byteLength(body),
    sha256: hash('sha256', body),
    rows,
    firstRow: rows.reduce((least, row) => Math.min(least, row)),
    lastRow: rows.reduce((most, row) => Math.max(most, row)),
  };
}
