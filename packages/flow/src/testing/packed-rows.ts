import { deflateRawSync } from 'node:zlib';
import { writeRowBlocks } from '@sluice/import-plan/write-row-blocks';

/** Refused rows in packed blocks, from row 2. */
export async function packed(header: readonly string[], rows: readonly string[][]): Promise<Buffer> {
  async function* chunks() {
    yield rows.map((cells, at) => ({ number: 2 + at, cells, outcome: { status: 'failed' } as const }));
  }
  const pieces: Uint8Array[] = [];
  for await (const piece of writeRowBlocks(header, chunks(), deflateRawSync)) pieces.push(piece);
  return Buffer.concat(pieces);
}
