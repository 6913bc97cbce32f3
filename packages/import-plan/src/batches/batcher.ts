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
 * Collects records in order, and cuts them into batches by count and bytes. Records become JSON many at once, and once only. Their
 * bytes are estimated from above; where the estimate is too much for the batch, the records so far become JSON and are counted.
 */
export function createBatcher({ schema, lookup, batchRecords, batchBytes }: Settings) {
  const [head, tail] = [
    `[${JSON.stringify({ schema: schema.name, lookup }).slice(0, -1)},"records":[`,
    ']}]',
  ];
  const frame = Buffer.byteLength(head + tail);
  let number = 0;
  let rows: number[] = [];
  /** The records as JSON, and those behind them that are none yet. */
  let texts: string[] = [];
  let waiting: unknown[] = [];
  /** Of the texts, with a comma after each record; and the most of all records. */
  let exact = frame;
  let atMost = frame;

  const mostRecords = (): number =>
    batchRecords ?? (number < smallBatches ? defaultRecords.small : defaultRecords.large);

  function write(): void {
    if (waiting.length > 0) {
      const text = JSON.stringify(waiting).slice(1, -1);
      texts.push(text);
      exact += Buffer.byteLength(text) + 1;
      waiting = [];
    }
    atMost = exact;
  }

  /** @returns the batch so far, unless it is empty */
  function cut(): PlannedBatch | undefined {
    if (rows.length === 0) return undefined;
    write();
    const body = head + texts.join(',') + tail;
    const batch = batchOf({ number: (number += 1), body, bytes: exact - 1, rows });
    rows = [];
    texts = [];
    exact = atMost = frame;
    return batch;
  }

  /**
   * The records of a row go into one batch, so that the row has one outcome.
   * @returns the full batch without these records, if it was full
   */
  function add(row: number, ofRow: readonly SoundRow[]): PlannedBatch | undefined {
    let size = sum(ofRow, (one) => one.atMost + 1);
    if (atMost + size > batchBytes) {
      write();
      if (atMost + size > batchBytes) size = sum(ofRow, ({ record }) => jsonBytes(record) + 1);
    }
    const isFull = rows.length + ofRow.length > mostRecords() || atMost + size > batchBytes;
    const batch = isFull ? cut() : undefined;
    for (const { record } of ofRow) {
      waiting.push(record);
      rows.push(row);
    }
    atMost += size;
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

function batchOf(batch: Pick<PlannedBatch, 'number' | 'body' | 'bytes' | 'rows'>): PlannedBatch {
  const { body, rows } = batch;
  return {
    ...batch,
    sha256: hash('sha256', body),
    rowCount: rows.filter((row, at) => row !== rows[at - 1]).length,
    firstRow: rows.reduce((least, row) => Math.min(least, row)),
    lastRow: rows.reduce((most, row) => Math.max(most, row)),
  };
}
