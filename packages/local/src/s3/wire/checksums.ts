import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The algorithms of `x-amz-checksum-…`, as they are written there. */
export const checksumAlgorithms = ['crc32', 'crc32c', 'crc64nvme', 'sha1', 'sha256'] as const;
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number];

export interface Checksummer {
  update(bytes: Uint8Array): void;
  /** Base64, of big-endian bytes. */
  digest(): string;
}

export function createChecksummer(algorithm: ChecksumAlgorithm): Checksummer {
  if (algorithm === 'sha1' || algorithm === 'sha256') {
    const hash = createHash(algorithm);
    return { update: (bytes) => void hash.update(bytes), digest: () => hash.digest('base64') };
  }
  if (algorithm === 'crc64nvme') return crc64Nvme();
  const next = algorithm === 'crc32' ? crc32 : crc32c;
  let value = 0;
  return {
    update: (bytes) => {
      value = next(bytes, value);
    },
    digest: () => wordsToBase64([value]),
  };
}

/** Of the concatenated digests of the parts, as S3 makes it for uploads in parts. */
export function compositeChecksum(algorithm: ChecksumAlgorithm, parts: readonly string[]): string {
  const whole = createChecksummer(algorithm);
  for (const part of parts) whole.update(Buffer.from(part, 'base64'));
  return `${whole.digest()}-${parts.length}`;
}

const crc32cTable = Int32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

function crc32c(bytes: Uint8Array, from: number): number {
  let value = ~from;
  for (const byte of bytes) value = (crc32cTable[(value ^ byte) & 255] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}

/** CRC-64/NVME, reflected, in two halves of 32 bits: bigints would be slower by far. */
const crc64Table = Array.from({ length: 256 }, (_, index) => {
  let value = BigInt(index);
  for (let bit = 0; bit < 8; bit += 1) value = value & 1n ? (value >> 1n) ^ 0x9a6c9329ac4bc9b5n : value >> 1n;
  return value;
});
const crc64High = Int32Array.from(crc64Table, (value) => Number(BigInt.asIntN(32, value >> 32n)));
const crc64Low = Int32Array.from(crc64Table, (value) => Number(BigInt.asIntN(32, value)));

function crc64Nvme(): Checksummer {
  let high = -1;
  let low = -1;
  return {
    update: (bytes) => {
      for (const byte of bytes) {
        const at = (low ^ byte) & 255;
        low = ((low >>> 8) | (high << 24)) ^ (crc64Low[at] ?? 0);
        high = (high >>> 8) ^ (crc64High[at] ?? 0);
      }
    },
    digest: () => wordsToBase64([~high >>> 0, ~low >>> 0]),
  };
}

function wordsToBase64(words: readonly number[]): string {
  const bytes = Buffer.alloc(words.length * 4);
  for (const [index, word] of words.entries()) bytes.writeUInt32BE(word >>> 0, index * 4);
  return bytes.toString('base64');
}
