import { mayBeTwiceEncoded } from './twice-encoded.ts';

/** Control characters of C1, no-break spaces, invisible marks, replacement characters. */
const signs = /[\u0080-\u00a0\u00ad\u2007\u200b-\u200f\u202a-\u202f\u2060\u2066-\u2069\ufeff\ufffd]/u;
const otherWidths = /[\uff01-\uffdc]/u;

/**
 * What people and programs put around values: a quote or a formula that protects digits, entities and tags of HTML. A result sheet has
 * a further quote in front of the first two.
 */
const written = /^\s*'?(?:'[\d(+]|=")|&#?[a-z\d]{2,9};|<\/?[a-z]/iu;
const writtenIn = /['&<]|="/u;

/** Nearly every text shows by its first character that it is none. */
function isWritten(text: string): boolean {
  const first = text.charCodeAt(0);
  const isPlain =
    first > 0x20 && first !== 0x27 && first !== 0x3d && !text.includes('&') && !text.includes('<');
  return !isPlain && written.test(text);
}

/** Whether a text has characters that are often damage. Correct text may have them too. */
export function isOddText(text: string): boolean {
  return signs.test(text) || mayBeTwiceEncoded(text) || isWritten(text);
}

/** Whether a text has forms of full or half width, such as `１２３`, which are usual in Japanese. */
export function hasOtherWidths(text: string): boolean {
  return otherWidths.test(text);
}

const beyondAscii = /[\u0080-\uffff]/u;

/** Whether a plan must look at a text, by one fast test for nearly all of them. */
export const mayBeDamaged = (text: string): boolean =>
  beyondAscii.test(text) ? isOddText(text) || hasOtherWidths(text) : isWritten(text);

/** The same for many cells at once. */
export const mayHaveDamage = (texts: string): boolean => writtenIn.test(texts) || mayBeDamaged(texts);
