import { gunzipSync, inflateRawSync, type ZlibOptions } from 'node:zlib';

/** What a stored object says: batches and outcomes are packed by gzip, and rows for a grid by deflate, in parts. */
export function storedText(bytes: Uint8Array): string {
  if (Buffer.from(bytes.subarray(-endWord.length)).toString('latin1') === endWord) return rowsText(bytes);
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return Buffer.from(isPacked ? gunzipSync(bytes) : bytes).toString('latin1');
}

/** At the end are two lengths of ten digits, and a word. */
const endWord = 'sluice-rows1';
const endBytes = 20 + endWord.length;

/** Each part ends where the next one begins. */
function rowsText(bytes: Uint8Array): string {
  const texts: string[] = [];
  for (let at = 0; at < bytes.length - endBytes;) {
    const { text, length } = inflated(bytes.subarray(at));
    texts.push(text);
    at += length;
  }
  return texts.join('\n');
}

interface Inflated {
  readonly buffer: Buffer;
  /** It counts what it has taken. */
  readonly engine: { readonly bytesWritten: number };
}
const withInfo: ZlibOptions = { info: true };

function inflated(bytes: Uint8Array): { readonly text: string; readonly length: number } {
  // Their types leave out what `info` adds.
  const { buffer, engine } = inflateRawSync(bytes, withInfo) as unknown as Inflated;
  return { text: buffer.toString('latin1'), length: engine.bytesWritten };
}
