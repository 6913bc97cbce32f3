import { isAscii, latin1Text } from '#platform';
import type { Encoding } from '../model/sheet.ts';
import { nothing, type Decoded, type Decoder, type Fault } from './decoder.ts';
import { completeLength, invalidAt } from './utf8.ts';
import { not1252At, windows1252Text } from './windows-1252.ts';

/**
 * UTF-8 or Windows-1252. ASCII is the same in both, so the first bytes beyond it decide, and no byte is read twice. Every later byte
 * is checked against the decision.
 */
export function byteDecoder(stated?: 'utf-8' | 'windows-1252'): Decoder {
  let known = stated;
  let kept: Buffer = Buffer.alloc(0);

  function decode(bytes: Buffer, offset: number): Decoded {
    return withoutNul(bytes, offset, (upTo) => {
      if (known === undefined && kept.length === 0 && isAscii(upTo)) return packedText(upTo);
      return known === 'windows-1252' ? legacy(upTo, offset) : utf8(upTo, offset);
    });
  }

  function utf8(bytes: Buffer, offset: number): Decoded {
    const whole = kept.length === 0 ? bytes : Buffer.concat([kept, bytes]);
    const start = offset - kept.length;
    const cut = completeLength(whole);
    const bad = invalidAt(whole.subarray(0, cut));
    if (bad < 0) {
      // A copy, since the block is reused.
      kept = Buffer.from(whole.subarray(cut));
      const complete = whole.subarray(0, cut);
      if (known === undefined && !isAscii(complete)) known = 'utf-8';
      return packedText(complete);
    }
    const before = whole.subarray(0, bad);
    if (known === undefined && isAscii(before)) return turnLegacy(whole, start);
    return { ...packedText(before), fault: notUtf8(start + bad) };
  }

  function turnLegacy(bytes: Buffer, offset: number): Decoded {
    known = 'windows-1252';
    kept = Buffer.alloc(0);
    return legacy(bytes, offset);
  }

  /** `kept` is context: decoded bytes that may begin a sign of another encoding. */
  function legacy(bytes: Buffer, offset: number): Decoded {
    const seen = Buffer.concat([kept, bytes]);
    const bad = stated === 'windows-1252' ? -1 : not1252At(seen);
    if (bad < 0) {
      kept = Buffer.from(seen.subarray(-3));
      return { text: windows1252Text(bytes) };
    }
    const text = windows1252Text(bytes.subarray(0, Math.max(0, bad - kept.length)));
    return { text, fault: unclear(offset - kept.length + bad) };
  }

  function end(offset: number): Decoded {
    if (kept.length === 0 || known === 'windows-1252') return nothing;
    return known === undefined
      ? turnLegacy(kept, offset - kept.length)
      : { text: '', fault: notUtf8(offset - kept.length) };
  }

  return {
    get encoding(): Encoding {
      return known ?? 'utf-8';
    },
    decode,
    end,
  };
}

function withoutNul(bytes: Buffer, offset: number, decode: (upTo: Buffer) => Decoded): Decoded {
  const nul = bytes.indexOf(0);
  if (nul < 0) return decode(bytes);
  const before = decode(bytes.subarray(0, nul));
  if (before.fault) return before;
  return { ...before, fault: { code: 'zero_byte', byteOffset: offset + nul } };
}

const packedText = (packed: Buffer): Decoded => ({ text: latin1Text(packed), packed });

const notUtf8 = (byteOffset: number): Fault => ({ code: 'not_utf8', byteOffset });
const unclear = (byteOffset: number): Fault => ({ code: 'unclear_encoding', byteOffset });
