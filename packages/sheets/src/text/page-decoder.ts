import { isAscii } from '#platform';
import { encodingName, type Page } from '../model/encodings.ts';
import { readingSetting } from '../model/reading-setting.ts';
import { withoutNul } from './byte-decoder.ts';
import { nothing, type Decoded, type Decoder, type Fault } from './decoder.ts';
import { completeLength, invalidAt } from './utf8.ts';
import { missing, pageText } from '../pages/page-text.ts';
import type { Doubt } from '../pages/recognize.ts';
import { shownAs } from '../pages/shown-as.ts';

interface PageReading {
  readonly page: Page;
  readonly forgiving: boolean;
  /** Of a page that was recognized: whether a block may be in another one. */
  readonly doubtIn?: (bytes: Buffer) => Doubt | undefined;
}

/** Text in a page. */
export function pageDecoder({ page, forgiving, doubtIn }: PageReading): Decoder {
  const { isSingle, textOf } = pageText(page);
  let kept: Buffer = Buffer.alloc(0);
  // A page that was recognized is no UTF-8, and a plan repairs what Windows-1252 makes of it.
  let mayBeUtf8 = doubtIn === undefined && page !== 'windows-1252';

  /** The fault of the first characters beyond ASCII, if they are UTF-8 although another page is stated. */
  function utf8Fault(bytes: Buffer, offset: number) {
    if (!mayBeUtf8 || isAscii(bytes)) return undefined;
    mayBeUtf8 = false;
    if (invalidAt(bytes.subarray(0, completeLength(bytes))) >= 0) return undefined;
    return {
      code: 'unclear_encoding' as const,
      byteOffset: offset + bytes.findIndex((byte) => byte > 0x7f),
      what: `The text is UTF-8, but ${encodingName(page)} is stated`,
      settings: `, or add ${readingSetting({ encoding: 'utf-8' })} to the profile instead`,
    };
  }

  function decode(bytes: Buffer, offset: number): Decoded {
    const whole = kept.length === 0 ? bytes : Buffer.concat([kept, bytes]);
    const cut = isSingle ? whole.length : wholeLines(whole);
    const start = offset - kept.length;
    // A copy, since the block is reused.
    kept = Buffer.from(whole.subarray(cut));
    return decodeLines(whole.subarray(0, cut), start);
  }

  function decodeLines(bytes: Buffer, offset: number): Decoded {
    if (forgiving) return forgiven(bytes, offset);
    return withoutNul(bytes, offset, (upTo) => {
      const text = textOf(upTo);
      const bad = text.indexOf(missing);
      const good = bad < 0 ? upTo : upTo.subarray(0, isSingle ? bad : missingAt(page, upTo));
      const utf8 = utf8Fault(upTo, offset);
      if (utf8 !== undefined)
        return { text: textOf(upTo.subarray(0, utf8.byteOffset - offset)), fault: utf8 };
      const doubt = doubtIn?.(upTo);
      if (doubt !== undefined)
        return { text: textOf(good.subarray(0, doubt.at)), fault: askOf(doubt, upTo, offset) };
      return bad < 0
        ? { text }
        : { text: text.slice(0, bad), fault: noCharacter(page, offset + good.length) };
    });
  }

  function forgiven(bytes: Buffer, offset: number): Decoded {
    const nul = bytes.indexOf(0);
    const rest = nul < 0 ? bytes : Buffer.from(bytes.filter((byte) => byte !== 0));
    const text = textOf(rest);
    const doubt = doubtIn?.(rest);
    const utf8 = utf8Fault(rest, offset);
    const faults: Fault[] = utf8 === undefined ? [] : [utf8];
    if (nul >= 0) faults.push({ code: 'left_out_zero_bytes', byteOffset: offset + nul });
    if (doubt !== undefined) faults.push(askOf(doubt, rest, offset));
    if (text.includes(missing)) faults.push(noCharacter(page, offset + missingAt(page, rest)));
    return { text, faults };
  }

  function end(offset: number): Decoded {
    if (kept.length === 0) return nothing;
    const rest = kept;
    kept = Buffer.alloc(0);
    return decodeLines(rest, offset - rest.length);
  }

  return { encoding: page, decode, end };
}

/** A row cannot be longer. */
const mostKept = 1024 ** 2;

function wholeLines(bytes: Buffer): number {
  const cut = Math.max(bytes.lastIndexOf(0x0a), bytes.lastIndexOf(0x0d)) + 1;
  return cut === 0 && bytes.length > mostKept ? bytes.length : cut;
}

/** The place of the first bytes that are no character. */
function missingAt(page: Page, bytes: Buffer): number {
  const { isSingle, textOf } = pageText(page);
  const text = textOf(bytes);
  const bad = text.indexOf(missing);
  if (isSingle) return bad;
  let at = 0;
  for (let line = text.indexOf('\n'); line >= 0 && line < bad; line = text.indexOf('\n', line + 1))
    at = bytes.indexOf(0x0a, at) + 1;
  for (;;) {
    const length = [1, 2, 3, 4].find((most) => /^[^\ufffd]$/u.test(textOf(bytes.subarray(at, at + most))));
    if (length === undefined || at >= bytes.length) return at;
    at += length;
  }
}

const noCharacter = (page: Page, byteOffset: number): Fault => ({
  code: 'unclear_encoding',
  byteOffset,
  what: `A byte is no character of ${encodingName(page)}, as which the text was read`,
  settings: '',
});

/** Asks for the encoding. */
function askOf({ at, pages }: Doubt, bytes: Buffer, offset: number): Fault {
  const settings = pages.map((encoding) => readingSetting({ encoding }));
  const shown = shownAs(pages, bytes);
  return {
    code: 'unclear_encoding',
    byteOffset: offset + at,
    what: `The text is not UTF-8, and may be ${orOf(pages.map(encodingName))}`,
    settings: `, or add ${orOf(settings)} to the profile`,
    shownAs: () => shown,
  };
}

const orOf = (all: readonly string[]): string =>
  all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} or ${all.at(-1) ?? ''}`;
