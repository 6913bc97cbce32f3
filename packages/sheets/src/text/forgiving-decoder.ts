import { isAscii } from '#platform';
import { nothing, type Decoded, type Decoder, type Fault } from './decoder.ts';
import { completeLength, decidedLength, invalidAt, isMostlyUtf8, utf8Text } from './utf8.ts';
import { windows1252Text } from '../pages/windows-1252.ts';

/** How many faults of one block are reported, since the others are of the same kind. */
const mostReported = 10;

/** UTF-8, of which single bytes that are something else are read as Windows-1252, and zero bytes are left out. */
export function forgivingByteDecoder(stated?: 'utf-8'): Decoder {
  let known = stated;
  let kept: Buffer = Buffer.alloc(0);

  function decode(bytes: Buffer, offset: number): Decoded {
    const start = offset - kept.length;
    const all = kept.length === 0 ? bytes : Buffer.concat([kept, bytes]);
    kept = Buffer.alloc(0);
    const faults: Fault[] = [];
    const { text, other } = withoutZeros(all, start, faults);
    return { text, faults: faults.slice(0, mostReported), ...(other && { other }) };
  }

  function withoutZeros(all: Buffer, start: number, faults: Fault[]): Decoded {
    const nul = all.indexOf(0);
    if (nul < 0) return utf8(all, start, faults);
    faults.push(zeroFault(start + nul));
    return utf8(Buffer.from(all.filter((byte) => byte !== 0)), start, faults);
  }

  function utf8(all: Buffer, start: number, faults: Fault[]): Decoded {
    if (isAscii(all)) return { text: all.toString('latin1') };
    const cut = known === undefined ? decidedLength(all) : completeLength(all);
    let whole = all.subarray(0, cut);
    // A copy, since the block is reused.
    kept = Buffer.from(all.subarray(cut));
    let text = '';
    for (let at = start; ;) {
      const bad = invalidNear(whole);
      if (known === undefined && bad >= 0 && isAscii(whole.subarray(0, bad)) && !isMostlyUtf8(whole)) {
        const rest = Buffer.concat([whole, kept]);
        kept = Buffer.alloc(0);
        return { text, other: { bytes: rest, offset: at } };
      }
      if (!isAscii(whole)) known = 'utf-8';
      if (bad < 0) return { text: text + utf8Text(whole) };
      faults.push(byteFault(at + bad));
      text += utf8Text(whole.subarray(0, bad)) + windows1252Text(whole.subarray(bad, bad + 1));
      at += bad + 1;
      whole = whole.subarray(bad + 1);
    }
  }

  function end(offset: number): Decoded {
    if (kept.length === 0) return nothing;
    const start = offset - kept.length;
    if (known === undefined) return { text: '', other: { bytes: kept, offset: start } };
    return { text: windows1252Text(kept), faults: [byteFault(start)] };
  }

  return { encoding: 'utf-8', decode, end };
}

/** UTF-16. Half characters become replacement characters, and zero characters are left out. */
export function forgivingUtf16Decoder(encoding: 'utf-16le' | 'utf-16be'): Decoder {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return {
    encoding,
    decode: (bytes, offset) => withoutZeroCharacters(decoder.decode(bytes, { stream: true }), offset),
    end: (offset) => withoutZeroCharacters(decoder.decode(), offset),
  };
}

function withoutZeroCharacters(text: string, offset: number): Decoded {
  const faults: Fault[] = [];
  if (text.includes('\ufffd')) faults.push(byteFault(offset));
  if (text.includes('\0')) faults.push(zeroFault(offset));
  return { text: text.replaceAll('\0', ''), faults };
}

const byteFault = (byteOffset: number): Fault => ({ code: 'replaced_character', byteOffset });
const zeroFault = (byteOffset: number): Fault => ({ code: 'left_out_zero_bytes', byteOffset });

/** The place of the first byte that is not UTF-8, found in steps: a block may have many, and each would look at all behind it. */
function invalidNear(bytes: Buffer): number {
  for (let from = 0; from < bytes.length;) {
    const near = bytes.subarray(from, from + 256);
    const end = from + near.length === bytes.length ? near.length : completeLength(near);
    const bad = invalidAt(near.subarray(0, end));
    if (bad >= 0) return from + bad;
    from += Math.max(1, end);
  }
  return -1;
}
