import { hash } from 'node:crypto';

/** Of bytes, or of a text in UTF-8. */
export function sha256(data: string | Uint8Array, as: 'hex' | 'base64'): string {
  return hash('sha256', data, as);
}
