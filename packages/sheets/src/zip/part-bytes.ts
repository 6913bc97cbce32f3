import { crc32, unpack } from '#platform';
import type { Entry } from 'yauzl';
import { damaged } from '../model/damaged.ts';
import { UnpackError } from '../platform/unpack-error.ts';

const methods = { stored: 0, deflated: 8 };

interface Packed {
  readonly entry: Entry;
  readonly packed: AsyncIterable<Uint8Array>;
}

/** The bytes of one part, checked: exactly as many as declared, with the declared checksum. */
export async function* partBytes(
  name: string,
  { entry, packed }: Packed,
): AsyncGenerator<Buffer, void, void> {
  let bytes = 0;
  let sum = 0;
  for await (const chunk of unpacked(name, { entry, packed })) {
    bytes += chunk.length;
    if (bytes > entry.uncompressedSize) throw damaged(`its part ${name} is larger than declared`);
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (bytes !== entry.uncompressedSize) throw damaged(`its part ${name} is cut off`);
  if (sum !== entry.crc32) throw damaged(`its part ${name} is not what was packed`);
}

async function* unpacked(name: string, { entry, packed }: Packed): AsyncGenerator<Buffer, void, void> {
  if (entry.compressionMethod === methods.stored) {
    for await (const chunk of packed) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  } else if (entry.compressionMethod === methods.deflated) {
    yield* inflated(name, packed);
  } else {
    throw damaged(`its part ${name} is packed in the unknown way ${entry.compressionMethod}`);
  }
}

/** A larger piece needs more memory (25 MB for twice the size), but not less time. */
const pieceBytes = 32 * 1024;

async function* inflated(
  name: string,
  packed: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer, void, void> {
  try {
    yield* unpack(packed, 'deflate', pieceBytes);
  } catch (error) {
    throw error instanceof UnpackError ? damaged(`its part ${name} cannot be unpacked`) : error;
  }
}
