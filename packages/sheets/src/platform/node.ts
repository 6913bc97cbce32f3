import { pipeline, Readable } from 'node:stream';
import { createGunzip, createInflateRaw } from 'node:zlib';
import { UnpackError, type Packing } from './unpack-error.ts';

export { isAscii, isUtf8 } from 'node:buffer';
export { crc32 } from 'node:zlib';

/** One character for each byte. */
export const latin1Text = (bytes: Buffer): string => bytes.toString('latin1');

const streams = { deflate: createInflateRaw, gzip: createGunzip };

/**
 * Unpacks bytes while they are read, in pieces of one size.
 * @throws UnpackError, and whatever the source throws
 */
export async function* unpack(
  packed: AsyncIterable<Uint8Array>,
  packing: Packing,
  pieceBytes: number,
): AsyncGenerator<Buffer, void, void> {
  const unpacking = streams[packing]({ chunkSize: pieceBytes });
  // The loop below throws the error.
  pipeline(Readable.from(packed, { objectMode: true, highWaterMark: 1 }), unpacking, () => undefined);
  try {
    for await (const piece of unpacking) yield piece;
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new UnpackError(error.code === 'Z_BUF_ERROR' ? 'cut off' : 'broken');
    throw error;
  }
}
