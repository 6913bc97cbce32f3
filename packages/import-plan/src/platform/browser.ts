import type { Environment as Cel } from '@marcbachmann/cel-js';
import { sha256 as digestOf } from '@noble/hashes/sha2.js';

/* What `node.ts` takes from Node, for a browser, where only an asynchronous hash is built in. */

export function sha256(data: string | Uint8Array, as: 'hex' | 'base64'): string {
  return Buffer.from(digestOf(Buffer.from(data))).toString(as);
}

let Environment: typeof Cel | undefined;

/** Few profiles have expressions. */
export async function loadCel(): Promise<void> {
  ({ Environment } = await import('@marcbachmann/cel-js'));
}

/** @throws Error if `loadCel` was not called */
export function celEnvironment(): typeof Cel {
  if (Environment === undefined) throw new Error('the language of expressions is not loaded');
  return Environment;
}
