import { unpack } from '#platform';
import { inBlocks, type BlockLimits } from '../blocks.ts';
import { UnpackError } from '../platform/unpack-error.ts';
import { SheetError } from '../sheet-error.ts';

/**
 * Decompresses a gzip file, of one member or several, while it is read. The input is cut into blocks of one size, so that the
 * output before a fault does not depend on how the bytes arrived (invariant 14). The reader limits the size of the output.
 *
 * @throws SheetError `broken_gzip` if the file is cut off or broken
 */
export async function* gunzip(
  packed: AsyncIterable<Uint8Array>,
  limits: BlockLimits,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* unpack(bytesOf(packed, limits), 'gzip', limits.blockBytes);
  } catch (error) {
    throw error instanceof UnpackError ? new SheetError({ code: 'broken_gzip', how: error.how }) : error;
  }
}

async function* bytesOf(packed: AsyncIterable<Uint8Array>, limits: BlockLimits) {
  for await (const { bytes } of inBlocks(packed, limits)) if (bytes.length > 0) yield Buffer.from(bytes);
}
