import { createHash } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const length = 26;

/** The id of the run of one object version: 26 lower-case letters and digits, the same for ever (invariant 8). */
export function runIdOf({
  bucket,
  key,
  versionId,
}: {
  readonly bucket: string;
  readonly key: string;
  readonly versionId: string;
}): string {
  const hash = createHash('sha256')
    // As JSON, so that no two triples read alike.
    .update(JSON.stringify([bucket, key, versionId]))
    .digest();
  let bits = BigInt(`0x${hash.toString('hex')}`);
  let id = '';
  while (id.length < length) {
    id += alphabet.charAt(Number(bits % 32n));
    bits /= 32n;
  }
  return id;
}
