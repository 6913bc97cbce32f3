import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { inBlocks, type BlockLimits } from '../blocks.ts';
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
  const unzip = createGunzip({ chunkSize: limits.blockBytes });
  // The reader of `unzip` gets the error.
  pipeline(
    Readable.from(bytesOf(packed, limits), { objectMode: true, highWaterMark: 1 }),
    unzip,
    () => undefined,
  );
  try {
    for await (const chunk of unzip) yield chunk;
  } catch (error) {
    throw error instanceof SheetError ? error : broken(error);
  }
}

async function* bytesOf(packed: AsyncIterable<Uint8Array>, limits: BlockLimits) {
  for await (const { bytes } of inBlocks(packed, limits)) if (bytes.length > 0) yield Buffer.from(bytes);
}

function broken(error: unknown): SheetError {
  const cutOff = error instanceof Error && 'code' in error && error.code === 'Z_BUF_ERROR';
  return new SheetError({ code: 'broken_gzip', how: cutOff ? 'cut off' : 'broken' });
}
