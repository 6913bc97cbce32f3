import { SheetError } from './sheet-error.ts';

export interface Block {
  /** Valid until the next block, which is read into the same memory. */
  readonly bytes: Buffer;
  /** The place of its first byte in the file. */
  readonly offset: number;
  readonly last: boolean;
}

export interface BlockLimits {
  readonly blockBytes: number;
  readonly fileBytes: number;
}

/**
 * Cuts a stream into blocks of one size, so that nothing after this point depends on how the bytes arrived (invariant 14).
 * There is always a last block, which is shorter and may be empty.
 */
export async function* inBlocks(
  chunks: AsyncIterable<Uint8Array>,
  { blockBytes, fileBytes }: BlockLimits,
): AsyncGenerator<Block, void, void> {
  const block = Buffer.allocUnsafe(blockBytes);
  let filled = 0;
  let offset = 0;
  for await (const chunk of chunks) {
    let taken = 0;
    while (taken < chunk.length) {
      const part = chunk.subarray(taken, taken + blockBytes - filled);
      block.set(part, filled);
      taken += part.length;
      filled += part.length;
      if (offset + filled > fileBytes) throw tooManyBytes(fileBytes);
      if (filled < blockBytes) continue;
      yield { bytes: block, offset, last: false };
      offset += filled;
      filled = 0;
    }
  }
  yield { bytes: block.subarray(0, filled), offset, last: true };
}

function tooManyBytes(limit: number): SheetError {
  return new SheetError({ code: 'file_too_large', most: limit });
}
