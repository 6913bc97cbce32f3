import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The algorithms of `x-amz-checksum-…` that the SDK and our code use. Checksums of other algorithms are not verified. */
export const checksumAlgorithms = ['crc32', 'sha256'] as const;
export type ChecksumAlgorithm = (typeof checksumAlgorithms)[number];

/** `digest` gives Base64 of big-endian bytes. */
export function createChecksummer(algorithm: ChecksumAlgorithm) {
  const sha256 = createHash('sha256');
  let crc = 0;
  return algorithm === 'sha256'
    ? { update: (bytes: Uint8Array) => void sha256.update(bytes), digest: () => sha256.digest('base64') }
    : { update: (bytes: Uint8Array) => void (crc = crc32(bytes, crc)), digest: () => base64Of(crc) };
}

function base64Of(word: number): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(word);
  return bytes.toString('base64');
}

/** The checksum of an upload in parts is the checksum of the concatenated digests of its parts. */
export function compositeChecksum(algorithm: ChecksumAlgorithm, parts: readonly string[]): string {
  const whole = createChecksummer(algorithm);
  for (const part of parts) whole.update(Buffer.from(part, 'base64'));
  return `${whole.digest()}-${parts.length}`;
}
