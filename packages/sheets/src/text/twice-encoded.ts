import { isUtf8 } from '#platform';
import { windows1252Byte } from '../pages/windows-1252.ts';

/*
 * UTF-8 that a program read as Windows-1252 or Latin-1, and wrote as UTF-8 again: `GrÃ¶ÃŸe` for `Größe`.
 * A character of two bytes begins with one of `Â` to `ß`, one of three bytes with `à` to `ï`, and one of four with `ð`.
 */

/** What the second and further bytes of a character become: `€` to `¿`. */
const next = '[\\u0080-\\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
/** Those that do not follow a capital letter in any text, unlike quotes, dashes, dots, superscripts and soft hyphens. */
const odd =
  '[\\u0080\\u0081\\u0083\\u0088-\\u008a\\u008c-\\u0090\\u0098\\u009a\\u009c-\\u009f€ƒˆ‰ŠŒŽ˜šœžŸ¡-¨¬¯±µ¶¸¼-¿]';

/** Whether characters of the cell could be the bytes of others. */
const suspicious = new RegExp(`[\\u00c2-\\u00f4]${next}`, 'u');

/** Sequences that no correct text has. `AMANHÃ…`, `5 Å²` and `JOSÉ’S` are none. */
const certain = new RegExp(
  [
    // Within a word: `GrÃ¶`, `Ã–sterreich`.
    `(?<=[a-zß-öø-ÿ])[\\u00c2-\\u00de]${next}`,
    '(?<!\\p{L})[\\u00c2-\\u00c5][\\u0080-\\u009f‚„…†‡“”•–—™›»ª°](?=[a-z])',
    `[\\u00c2\\u00c3\\u00c5]${odd}|\\u00c4(?![ŠŽšž])${odd}`,
    // Two letters of another alphabet or script.
    `(?:[\\u00ce-\\u00db]${next}){2}`,
    `(?:[\\u00e0-\\u00ef]${next}${next}){2}`,
    // Typographic signs, letters of Vietnamese, and emoji.
    `\\u00e2[€‚„\\u0080\\u0082\\u0084]${next}`,
    `\\u00e1[º»][\\u0080-\\u009f‚ƒ„…†‡ˆ‰Š‹ŒŽ‘“•–—˜™š›œžŸ¡-¿]`,
    `\\u00f0[Ÿ\\u009f]${next}${next}`,
    // Bytes that are no sign of Windows-1252.
    `[\\u00c2-\\u00ef]${next}?[\\u0081\\u008d\\u008f\\u0090\\u009d]`,
  ].join('|'),
  'u',
);

export const mayBeTwiceEncoded = (text: string): boolean => suspicious.test(text);
export const isSurelyTwiceEncoded = (text: string): boolean => suspicious.test(text) && certain.test(text);

/** The text that was encoded twice; undefined if not all its characters can be bytes of UTF-8. */
export function decodedOnce(text: string): string | undefined {
  const bytes = Buffer.allocUnsafe(text.length);
  let beyond = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = windows1252Byte(text.charCodeAt(at));
    if (byte === undefined) return undefined;
    beyond ||= byte > 0x7f;
    bytes[at] = byte;
  }
  return beyond && isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}
