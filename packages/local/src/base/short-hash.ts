import { createHash } from 'node:crypto';

/** Lower-case letters and digits. */
export function shortHash(text: string, length: number): string {
  const digest = createHash('sha256').update(text).digest('hex');
  return BigInt(`0x${digest}`).toString(36).slice(0, length);
}
