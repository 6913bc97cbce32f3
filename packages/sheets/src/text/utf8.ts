import { isAscii, isUtf8, latin1Text } from '#platform';

/** How many bytes are complete characters: not all if the last character is cut off. */
export function completeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return sequenceLength(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

const mostContext = 200;

/**
 * How many bytes are complete characters, as far as ASCII before a character that is cut off is not needed to recognize another
 * encoding by it: its line.
 */
export function decidedLength(bytes: Buffer): number {
  const cut = completeLength(bytes);
  if (cut === bytes.length || !isAscii(bytes.subarray(0, cut))) return cut;
  return Math.max(bytes.lastIndexOf(0x0a) + 1, cut - mostContext);
}

/** Whether most bytes beyond ASCII are characters of UTF-8, as in a file that was damaged. */
export function isMostlyUtf8(bytes: Buffer): boolean {
  const text = latin1Text(bytes);
  const sequences = text.match(
    /[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}/g,
  );
  const beyond = text.match(/[\u0080-\u00ff]/g)?.length ?? 0;
  return (sequences ?? []).join('').length * 3 >= beyond * 2;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

/** The place of the first byte that is not UTF-8, or -1. */
export function invalidAt(bytes: Buffer): number {
  if (isUtf8(bytes)) return -1;
  // Binary search: the bytes before `low` are valid, those up to `high` are not.
  let low = 0;
  let high = bytes.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const cut = low + completeLength(bytes.subarray(low, middle));
    if (!isUtf8(bytes.subarray(low, cut))) high = middle;
    else if (cut > low) low = cut;
    else break;
  }
  return firstBad(bytes, low);
}

/** `from` is a character boundary within four bytes of the fault. */
function firstBad(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    const length = byte < 0x80 ? 1 : sequenceLength(byte);
    if (at + length > bytes.length || !isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return bytes.length;
}

/** For bytes that are known to be UTF-8. Pure ASCII takes half the memory. */
export function utf8Text(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8');
}
