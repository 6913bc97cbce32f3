import { createHash } from 'node:crypto';
import type { PlannedBatch } from './plan-types.ts';
import type { Settings } from './settings.ts';

/** Collects records in order, and cuts them into batches by count and bytes. */
export interface Batcher {
  /** How many bytes a record may have to fit into a batch by itself. */
  readonly recordBytes: number;
  /** The batch that was full without this record, if it was. */
  add(row: number, json: string): PlannedBatch | undefined;
  /** The last batch, unless there is nothing in it. */
  rest(): PlannedBatch | undefined;
}

export function createBatcher({ schema, lookup, batchRecords, batchBytes }: Settings): Batcher {
  const head = `[{"schema":${JSON.stringify(schema.name)},"lookup":${JSON.stringify(lookup)},"records":[`;
  const tail = ']}]';
  const frame = Buffer.byteLength(head) + tail.length;
  let number = 0;
  let records: string[] = [];
  let rows: number[] = [];
  let bytes = frame;

  function cut(): PlannedBatch | undefined {
    if (rows.length === 0) return undefined;
    const batch = batchOf((number += 1), `${head}${records.join(',')}${tail}`, rows);
    records = [];
    rows = [];
    bytes = frame;
    return batch;
  }

  function add(row: number, json: string): PlannedBatch | undefined {
    const size = Buffer.byteLength(json) + 1;
    const full = rows.length >= batchRecords || bytes + size > batchBytes;
    const batch = full ? cut() : undefined;
    records.push(json);
    rows.push(row);
    bytes += size;
    return batch;
  }

  return { recordBytes: batchBytes - frame - 1, add, rest: cut };
}

function batchOf(number: number, body: string, rows: readonly number[]): PlannedBatch {
  return {
    number,
    body,
    bytes: Buffer.byteLength(body),
    sha256: createHash('sha256').update(body).digest('hex'),
    rows,
    firstRow: rows.reduce((least, row) => Math.min(least, row)),
    lastRow: rows.reduce((most, row) => Math.max(most, row)),
  };
}
