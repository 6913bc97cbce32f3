import { deflateRawSync } from 'node:zlib';
import { writeRowBlocks, type EndedRow } from '@sluice/import-plan/write-row-blocks';
import { handOver } from './hand-over.ts';
import type { Files } from '../ports.ts';
import { rowsKeyOf } from '../run-objects.ts';

/**
 * Rows in packed blocks, made while a sheet of them is written, so that they are read once. Both have to be taken at once, since
 * they wait for one another.
 */
export interface PackedRows {
  readonly rows: AsyncGenerator<Uint8Array, void, void>;
  /** One of the two goes on when the other ends, however it ends. */
  readonly end: () => void;
  readonly leave: () => void;
}

interface ToPack {
  readonly header: readonly string[];
  readonly rows: AsyncIterable<readonly EndedRow[]>;
}

/** Packs what is made of the rows that are given, a chunk at a time. */
export function packRows<Row>(
  toPack: (given: AsyncIterable<Row[]>) => ToPack,
): PackedRows & { readonly give: (rows: Row[]) => Promise<void> } {
  const { give, end, leave, taken } = handOver<Row[]>();
  const { header, rows } = toPack(taken);
  return { give, end, leave, rows: writeRowBlocks(header, rows, deflateRawSync) };
}

/** Uploads a sheet, and its rows beside it. Holds some parts of both in memory. */
export async function uploadWithRows(
  key: string,
  { pieces, rows, end, leave }: PackedRows & { readonly pieces: AsyncIterable<string | Uint8Array> },
  files: Pick<Files, 'upload'>,
): Promise<void> {
  await Promise.all([
    files.upload(key, pieces).finally(end),
    files.upload(rowsKeyOf(key), rows).finally(leave),
  ]);
}
