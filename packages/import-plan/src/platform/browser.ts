import { sha256 as digestOf } from '@noble/hashes/sha2.js';

/* What `node.ts` takes from Node, for a browser, where only an asynchronous hash is built in. */

export function sha256(data: string | Uint8Array, as: 'hex' | 'base64'): string {
  return Buffer.from(digestOf(Buffer.from(data))).toString(as);
}
