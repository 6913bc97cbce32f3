import { deflateRawSync } from 'node:zlib';
import { writeRowBlocks } from '@sluice/import-plan/write-row-blocks';

/** Refused rows in packed blocks. */
export async function packed(
  header: readonly string[],
  rows: readonly string[][],
  firstRow = 2,
): Promise<Buffer> {
  async function* chunks() {
    yield rows.map((cells, at) => ({ number: firstRow + at, cells, outcome: { status: 'failed' } as const }));
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of writeRowBlocks(header, chunks(), deflateRawSync)) pieces.push(piece);
  return Buffer.concat(pieces);
}
