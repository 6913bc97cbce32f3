import { isAscii, latin1Text } from '#platform';
import { nothing, type Decoded, type Decoder, type Fault } from './decoder.ts';
import { completeLength, decidedLength, invalidAt, isMostlyUtf8 } from './utf8.ts';

/**
 * UTF-8. ASCII is the same in most encodings, so the first bytes beyond it decide, and no byte is read twice. Unless UTF-8 is
 * stated, they are returned if they are something else.
 */
export function byteDecoder(stated?: 'utf-8'): Decoder {
  let known = stated;
  let kept: Buffer = Buffer.alloc(0);

  function decode(bytes: Buffer, offset: number): Decoded {
    return withoutNul(bytes, offset, (upTo) => {
      if (known === undefined && kept.length === 0 && isAscii(upTo)) return packedText(upTo);
      return utf8(upTo, offset);
    });
  }

  function utf8(bytes: Buffer, offset: number): Decoded {
    const whole = kept.length === 0 ? bytes : Buffer.concat([kept, bytes]);
    const start = offset - kept.length;
    const cut = known === undefined ? decidedLength(whole) : completeLength(whole);
    const bad = invalidAt(whole.subarray(0, cut));
    if (bad < 0) {
      // A copy, since the block is reused.
      kept = Buffer.from(whole.subarray(cut));
      const complete = whole.subarray(0, cut);
      if (known === undefined && !isAscii(complete)) known = 'utf-8';
      return packedText(complete);
    }
    const before = whole.subarray(0, bad);
    if (known === undefined && isAscii(before) && !isMostlyUtf8(whole))
      return { text: '', other: { bytes: whole, offset: start } };
    return { ...packedText(before), fault: notUtf8(start + bad) };
  }

  function end(offset: number): Decoded {
    if (kept.length === 0) return nothing;
    const start = offset - kept.length;
    return known === undefined
      ? { text: '', other: { bytes: kept, offset: start } }
      : { text: '', fault: notUtf8(start) };
  }

  return { encoding: 'utf-8', decode, end };
}

export function withoutNul(bytes: Buffer, offset: number, decode: (upTo: Buffer) => Decoded): Decoded {
  const nul = bytes.indexOf(0);
  if (nul < 0) return decode(bytes);
  const before = decode(bytes.subarray(0, nul));
  if (before.fault) return before;
  return { ...before, fault: { code: 'zero_byte', byteOffset: offset + nul } };
}

const packedText = (packed: Buffer): Decoded => ({ text: latin1Text(packed), packed });

const notUtf8 = (byteOffset: number): Fault => ({ code: 'not_utf8', byteOffset });
