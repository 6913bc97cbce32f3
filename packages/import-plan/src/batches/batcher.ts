import { sha256 } from '#platform';
import type { PlannedBatch } from '../model/plan-types.ts';
import type { Settings } from '../profile/settings.ts';
import type { ReadRow } from '../rows/read-row.ts';
import { RecordJson } from '../rows/record-json.ts';

export type Batcher = ReturnType<typeof createBatcher>;

/**
 * A small file gets small batches, on which workers work at once, and of which a bad one costs little. From the next one on
 * batches are large, because each costs requests of its own.
 */
const smallBatches = 8;
const defaultRecords = { small: 500, large: 2000 };
/** Of a batch. It grows: most files are small. */
const firstBytes = 16 * 1024;

/** Collects the JSON of records in order, and cuts them into batches by count and bytes. */
export function createBatcher(
  { schema, lookup, batchRecords, batchBytes }: Settings,
  headers: PlannedBatch['headers'],
) {
  const start = JSON.stringify({ schema: schema.name, lookup }).slice(0, -1);
  const [head, tail] = [Buffer.from(`[${start},"records":[`), Buffer.from(']}]')];
  const json = new RecordJson(firstBytes, head);
  let number = 0;
  let rows: number[] = [];
  let exported: Record<number, string> | undefined;

  const mostRecords = (): number =>
    batchRecords ?? (number < smallBatches ? defaultRecords.small : defaultRecords.large);

  /** @returns the batch so far, unless it is empty */
  function cut(): PlannedBatch | undefined {
    if (rows.length === 0) return undefined;
    number += 1;
    const mine = number;
    const content = json.cut(tail);
    const current = (): Buffer => {
      if (number !== mine) throw new TypeError(`Batch ${mine} must be read before the next step.`);
      return content;
    };
    const batch = batchOf(current, { number, rows, headers, ...(exported && { exported }) });
    rows = [];
    exported = undefined;
    return batch;
  }

  /**
   * The records of a row go into one batch, so that the row has one outcome. An edited row of an export has its reference.
   * @returns the full batch without these records, if it was full
   */
  function add(row: number, ofRow: readonly ReadRow[], reference?: string): PlannedBatch | undefined {
    let size = 0;
    for (const read of ofRow) size += read.json.length + 1;
    const isFull =
      rows.length + ofRow.length > mostRecords() || json.keptLength + size + tail.length > batchBytes;
    const batch = isFull ? cut() : undefined;
    for (const read of ofRow) {
      json.keep(read.json);
      rows.push(row);
    }
    if (reference !== undefined) (exported ??= {})[row] = reference;
    return batch;
  }

  /**
   * `recordBytes`: how large the records of a row may be to fit into a batch by themselves. `json` may write the record of a row that
   * has one.
   */
  return { recordBytes: batchBytes - head.length - tail.length - 1, json, add, rest: cut };
}

type Numbered = Pick<PlannedBatch, 'number' | 'rows' | 'headers' | 'exported'>;

function batchOf(content: () => Buffer, { number, rows, headers, exported }: Numbered): PlannedBatch {
  let hash: string | undefined;
  return {
    number,
    get body() {
      return content().toString();
    },
    bytes: content().length,
    get sha256() {
      return (hash ??= sha256(content(), 'hex'));
    },
    rows,
    headers,
    ...(exported && { exported }),
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
