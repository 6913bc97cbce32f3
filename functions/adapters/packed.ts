import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const isPacked = (key: string): boolean => key.endsWith('.gz');
/** Far more than any text of ours. */
const maxOutputLength = 512 * 1024 * 1024;

/** What is stored at this key. The same text gives the same bytes. */
export async function packed(key: string, text: string): Promise<string | Uint8Array> {
  return isPacked(key) ? promisify(gzip)(text) : text;
}

/** The text of what is stored at this key. */
export async function unpacked(key: string, bytes: Uint8Array): Promise<string> {
  const all = isPacked(key) ? await promisify(gunzip)(bytes, { maxOutputLength }) : bytes;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(all);
}
