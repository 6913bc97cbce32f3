import { isUtf8 } from '#platform';
import { completeLength, utf8Text } from '../text/utf8.ts';
import { damaged } from '../model/damaged.ts';

/** Bytes of an XML part to text, piece by piece: UTF-8, or UTF-16 with a byte order mark, as XML demands. */
export function xmlDecoder(part: string): (bytes: Buffer, last: boolean) => string {
  let kept: Buffer = Buffer.alloc(0);
  let wide: InstanceType<typeof TextDecoder> | undefined;
  let begun = false;

  function begin(bytes: Buffer): Buffer {
    begun = true;
    if (bytes[0] === 0xff && bytes[1] === 0xfe) wide = new TextDecoder('utf-16le', { fatal: true });
    if (bytes[0] === 0xfe && bytes[1] === 0xff) wide = new TextDecoder('utf-16be', { fatal: true });
    return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  }

  function utf8(bytes: Buffer, last: boolean): string {
    const cut = last ? bytes.length : completeLength(bytes);
    kept = bytes.subarray(cut);
    const whole = bytes.subarray(0, cut);
    if (!isUtf8(whole)) throw damaged(`${part} is not UTF-8`);
    return utf8Text(whole);
  }

  function utf16(decoder: InstanceType<typeof TextDecoder>, bytes: Buffer, last: boolean): string {
    try {
      return decoder.decode(bytes, { stream: !last });
    } catch {
      throw damaged(`${part} is not UTF-16`);
    }
  }

  return (bytes, last) => {
    let whole = kept.length === 0 ? bytes : Buffer.concat([kept, bytes]);
    // A mark may come byte by byte.
    if (!begun) {
      if (whole.length < 3 && !last) {
        kept = whole;
        return '';
      }
      kept = Buffer.alloc(0);
      whole = begin(whole);
    }
    return wide === undefined ? utf8(whole, last) : utf16(wide, whole, last);
  };
}
