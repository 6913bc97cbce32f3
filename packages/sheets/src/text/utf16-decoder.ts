import { nothing, type Decoded, type Decoder } from './decoder.ts';

/** Text of two-byte units, as Excel writes "Unicode text". */
export function utf16Decoder(encoding: 'utf-16le' | 'utf-16be'): Decoder {
  let kept: Buffer = Buffer.alloc(0);

  function decode(bytes: Buffer, offset: number): Decoded {
    const whole = Buffer.concat([kept, bytes]);
    const start = offset - kept.length;
    const even = whole.subarray(0, whole.length & ~1);
    const units = textOf(even);
    const text = endsInHalf(units) ? units.slice(0, -1) : units;
    kept = Buffer.from(whole.subarray(text.length * 2));
    return checked(text, start);
  }

  function textOf(bytes: Buffer): string {
    return (encoding === 'utf-16le' ? bytes : Buffer.from(bytes).swap16()).toString('utf16le');
  }

  function end(offset: number): Decoded {
    if (kept.length === 0) return nothing;
    return { text: '', fault: { code: 'incomplete_character', byteOffset: offset - kept.length } };
  }

  return { encoding, decode, end };
}

function endsInHalf(text: string): boolean {
  return /[\ud800-\udbff]$/.test(text);
}

function checked(text: string, start: number): Decoded {
  const nul = text.indexOf('\0');
  const half = text.isWellFormed() ? -1 : loneHalf(text);
  if (nul < 0 && half < 0) return { text };
  const at = nul < 0 || (half >= 0 && half < nul) ? half : nul;
  const byteOffset = start + 2 * at;
  const code = at === nul ? 'zero_byte' : 'incomplete_character';
  return { text: text.slice(0, at), fault: { code, byteOffset } };
}

function loneHalf(text: string): number {
  return text.search(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
}

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
