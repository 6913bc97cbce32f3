import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Node's, for texts: in hex. */
export const hash = (_algorithm: 'sha256', text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** Node's, as far as it is used here: the sha256 of texts, in hex. That of browsers is asynchronous. */
export function createHash(_algorithm: 'sha256') {
  const hash = sha256.create();
  const hasher = {
    update(text: string) {
      hash.update(utf8ToBytes(text));
      return hasher;
    },
    digest: (_encoding: 'hex'): string => bytesToHex(hash.digest()),
  };
  return hasher;
}
