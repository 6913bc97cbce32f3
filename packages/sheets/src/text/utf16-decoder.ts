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
