import { unpack } from '#platform';
import { inBlocks } from '../model/blocks.ts';
import { FileBudget } from '../model/file-budget.ts';
import type { SheetLimits } from '../model/limits.ts';
import { UnpackError } from '../platform/unpack-error.ts';
import { SheetError } from '../model/sheet-error.ts';

/**
 * Decompresses a gzip file, of one member or several, while it is read. The input is cut into blocks of one size, so that the
 * output before a fault does not depend on how the bytes arrived (invariant 14).
 *
 * @param bytes the size of the file
 * @throws SheetError `broken_gzip` if the file is cut off or broken, and if it grows too much
 */
export async function* gunzip(
  packed: AsyncIterable<Uint8Array>,
  bytes: number,
  limits: SheetLimits,
): AsyncGenerator<Uint8Array, void, void> {
  const budget = new FileBudget(bytes, limits);
  try {
    for await (const piece of unpack(bytesOf(packed, limits), 'gzip', limits.blockBytes)) {
      budget.grow(piece.length);
      budget.unpack(piece.length);
      yield piece;
    }
  } catch (error) {
    throw error instanceof UnpackError ? new SheetError({ code: 'broken_gzip', how: error.how }) : error;
  }
}

async function* bytesOf(packed: AsyncIterable<Uint8Array>, limits: SheetLimits) {
  for await (const { bytes } of inBlocks(packed, limits)) if (bytes.length > 0) yield Buffer.from(bytes);
}
