import { UnpackError, type Packing } from './unpack-error.ts';

/*
 * What `node.ts` takes from Node, for a browser. pako is zlib in JavaScript: it unpacks gzip of several members and checks
 * their sums, which DecompressionStream does not in any browser, and finds the same faults.
 */

const endsTooEarly = -5;
const windowBits = { deflate: -15, gzip: 31 };

export async function* unpack(
  packed: AsyncIterable<Uint8Array>,
  packing: Packing,
  pieceBytes: number,
): AsyncGenerator<Buffer, void, void> {
  const { Inflate } = await import('pako');
  const pieces: Uint8Array[] = [];
  const inflate = new Inflate({ windowBits: windowBits[packing], chunkSize: pieceBytes });
  inflate.onData = (piece) => void pieces.push(piece);
  function* pushed(bytes: Uint8Array, last: boolean) {
    inflate.push(bytes, last);
    for (const piece of pieces.splice(0)) yield Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    if (inflate.err !== 0) throw new UnpackError(inflate.err === endsTooEarly ? 'cut off' : 'broken');
  }
  for await (const bytes of packed) yield* pushed(bytes, false);
  yield* pushed(new Uint8Array(0), true);
}

export function isAscii(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) if ((bytes[at] ?? 0) >= 0x80) return false;
  return true;
}

/** As many arguments as a function takes in any browser. */
const atOnce = 16_384;

/** One character for each byte. */
export function latin1Text(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += atOnce)
    text += String(Reflect.apply(String.fromCharCode, undefined, bytes.subarray(at, at + atOnce)));
  return text;
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

const sums = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb8_8320 : 0);
  return sum;
});

/** @param before the sum of the bytes before these */
export function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before;
  for (let at = 0; at < bytes.length; at += 1)
    sum = (sum >>> 8) ^ (sums[(sum ^ (bytes[at] ?? 0)) & 0xff] ?? 0);
  return ~sum >>> 0;
}
