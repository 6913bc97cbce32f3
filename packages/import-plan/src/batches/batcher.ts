import { hash } from 'node:crypto';
import type { PlannedBatch } from '../plan/plan-types.ts';
import type { Settings } from '../profile/settings.ts';
import type { SoundRow } from '../rows/sound-row.ts';

export type Batcher = ReturnType<typeof createBatcher>;

/**
 * A small file gets small batches, on which workers work at once, and of which a bad one costs little. From the next one on
 * batches are large, because each costs requests of its own.
 */
const smallBatches = 8;
const defaultRecords = { small: 500, large: 2000 };

/**
 * Collects records in order, and cuts them into batches by count and bytes. Records become JSON all at once; they are measured
 * one by one only when their batch may become too large.
 */
export function createBatcher({ schema, lookup, batchRecords, batchBytes }: Settings) {
  const bodyOf = (records: readonly unknown[]) => JSON.stringify([{ schema: schema.name, lookup, records }]);
  const frame = Buffer.byteLength(bodyOf([]));
  let number = 0;
  let records: unknown[] = [];
  let rows: number[] = [];
  // The most bytes that the batch can have or, from the first record that may be too much, its exact bytes.
  let bytes = frame;
  let isExact = false;

  const mostRecords = (): number =>
    batchRecords ?? (number < smallBatches ? defaultRecords.small : defaultRecords.large);

  /** @returns the batch so far, unless it is empty */
  function cut(): PlannedBatch | undefined {
    if (rows.length === 0) return undefined;
    const batch = batchOf((number += 1), bodyOf(records), rows);
    records = [];
    rows = [];
    bytes = frame;
    isExact = false;
    return batch;
  }

  /**
   * The records of a row go into one batch, so that the row has one outcome.
   * @returns the full batch without these records, if it was full
   */
  function add(row: number, ofRow: readonly SoundRow[]): PlannedBatch | undefined {
    const atMost = sum(ofRow, (one) => one.atMost + 1);
    if (!isExact && bytes + atMost > batchBytes) {
      // With a comma after each record, also the last.
      bytes = frame + (records.length === 0 ? 0 : jsonBytes(records) - 1);
      isExact = true;
    }
    const size = isExact ? sum(ofRow, ({ record }) => jsonBytes(record) + 1) : atMost;
    const full = rows.length + ofRow.length > mostRecords() || bytes + size > batchBytes;
    const batch = full ? cut() : undefined;
    for (const { record } of ofRow) {
      records.push(record);
      rows.push(row);
    }
    bytes += size;
    return batch;
  }

  /** `recordBytes`: how large the records of a row may be to fit into a batch by themselves. */
  return { recordBytes: batchBytes - frame - 1, add, rest: cut };
}

function sum(records: readonly SoundRow[], of: (record: SoundRow) => number): number {
  let total = 0;
  for (const record of records) total += of(record);
  return total;
}

const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

function batchOf(number: number, body: string, rows: readonly number[]): PlannedBatch {
  return {
    number,
    body,
    bytes: Buffer.byteLength(body),
    sha256: hash('sha256', body),
    rows,
    rowCount: rows.filter((row, at) => row !== rows[at - 1]).length,
    firstRow: rows.reduce((least, row) => Math.min(least, row)),
    lastRow: rows.reduce((most, row) => Math.max(most, row)),
  };
}
