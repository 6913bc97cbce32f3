/**
 * Text has no zero bytes, but UTF-16 has one in every ASCII character, always in the same half. Undefined if that is not certain: a
 * tenth of the characters must be ASCII, and one of them must end a cell or line. If most characters are of another script, their
 * bytes are no ASCII text, as they would be around a few stray zero bytes.
 */
export function unmarkedUtf16(firstBytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const units = firstBytes.length >> 1;
  const zeros = [0, 0];
  for (let at = firstBytes.indexOf(0); at >= 0; at = firstBytes.indexOf(0, at + 1)) {
    zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
    if ((zeros[0] ?? 0) > 0 && (zeros[1] ?? 0) > 0) return undefined;
  }
  const [even = 0, odd = 0] = zeros;
  if ((even + odd) * 10 < units || units < 2) return undefined;
  if ((even + odd) * 2 < units && isMostlyAscii(firstBytes)) return undefined;
  const encoding = odd > 0 ? 'utf-16le' : 'utf-16be';
  const bytes = firstBytes.subarray(0, units * 2);
  const text = (encoding === 'utf-16le' ? bytes : Buffer.from(bytes).swap16()).toString('utf16le');
  if (!/[\r\n,;\t|]/.test(text)) return undefined;
  // The first block may end in the middle of a pair.
  return text.replace(/[\ud800-\udbff]$/, '').isWellFormed() ? encoding : undefined;
}

function isMostlyAscii(bytes: Buffer): boolean {
  const others = bytes.filter(
    (byte) => byte > 0x7e || (byte > 0 && byte < 0x09) || (byte > 0x0d && byte < 0x20),
  );
  return others.length * 4 < bytes.length;
}
