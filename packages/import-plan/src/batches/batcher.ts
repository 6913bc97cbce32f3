import { sha256 } from '#platform';
import { wordBytes } from '@sluice/sheets';
import type { PlannedBatch } from '../plan/plan-types.ts';
import type { Settings } from '../profile/settings.ts';
import type { ReadRow } from '../rows/read-row.ts';

export type Batcher = ReturnType<typeof createBatcher>;

/**
 * A small file gets small batches, on which workers work at once, and of which a bad one costs little. From the next one on
 * batches are large, because each costs requests of its own.
 */
const smallBatches = 8;
const comma = ','.charCodeAt(0);
const defaultRecords = { small: 500, large: 2000 };

/** Collects the JSON of records in order, and cuts them into batches by count and bytes. */
export function createBatcher(
  { schema, lookup, batchRecords, batchBytes }: Settings,
  headers: PlannedBatch['headers'],
) {
  const start = JSON.stringify({ schema: schema.name, lookup }).slice(0, -1);
  const [head, tail] = [Buffer.from(`[${start},"records":[`), Buffer.from(']}]')];
  let number = 0;
  let rows: number[] = [];
  const body = Buffer.alloc(batchBytes + wordBytes);
  const view = new DataView(body.buffer, body.byteOffset);
  let length = head.copy(body);

  const mostRecords = (): number =>
    batchRecords ?? (number < smallBatches ? defaultRecords.small : defaultRecords.large);

  /** @returns the batch so far, unless it is empty */
  function cut(): PlannedBatch | undefined {
    if (rows.length === 0) return undefined;
    number += 1;
    // In place of the last comma.
    const end = length - 1 + tail.copy(body, length - 1);
    const batch = batchOf(Buffer.from(body.subarray(0, end)), { number, rows, headers });
    rows = [];
    length = head.length;
    return batch;
  }

  /**
   * The records of a row go into one batch, so that the row has one outcome.
   * @returns the full batch without these records, if it was full
   */
  function add(row: number, ofRow: readonly ReadRow[]): PlannedBatch | undefined {
    let size = 0;
    for (const { json } of ofRow) size += json.length + 1;
    const isFull = rows.length + ofRow.length > mostRecords() || length + size + tail.length > batchBytes;
    const batch = isFull ? cut() : undefined;
    for (const { json } of ofRow) {
      json.copyTo(view, length);
      length += json.length;
      body[length] = comma;
      length += 1;
      rows.push(row);
    }
    return batch;
  }

  /** `recordBytes`: how large the records of a row may be to fit into a batch by themselves. */
  return { recordBytes: batchBytes - head.length - tail.length - 1, add, rest: cut };
}

type Numbered = Pick<PlannedBatch, 'number' | 'rows' | 'headers'>;

function batchOf(content: Buffer, { number, rows, headers }: Numbered): PlannedBatch {
  return {
    number,
    get body() {
      return content.toString();
    },
    bytes: content.length,
    sha256: sha256(content, 'hex'),
    rows,
    headers,
    ...spanOf(rows),
  };
}

/** In one pass, since there are as many rows as in the sheet. */
function spanOf(rows: readonly number[]): Pick<PlannedBatch, 'rowCount' | 'firstRow' | 'lastRow'> {
  let [rowCount, firstRow, lastRow, before] = [0, Infinity, 0, 0];
  for (const row of rows) {
    if (row !== before) rowCount += 1;
    if (row < firstRow) firstRow = row;
    if (row > lastRow) lastRow = row;
    before = row;
  }
  return { rowCount, firstRow, lastRow };
}
