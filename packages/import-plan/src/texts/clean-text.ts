import { windows1252Sign } from '@sluice/sheets';

const control = /[\u0080-\u009f]/u;
const controls = /[\u0080-\u009f]/gu;

export const hasControls = (text: string): boolean => control.test(text);
export const hasReplacement = (text: string): boolean => text.includes('\ufffd');

/** The text with the signs of Windows-1252 for its control characters. Undefined if one has no sign, or can be a line break. */
export function withSigns(text: string): string | undefined {
  let isCertain = true;
  const signs = text.replaceAll(controls, (character) => {
    const sign = character === '\u0085' ? undefined : windows1252Sign(character);
    isCertain &&= sign !== undefined;
    return sign ?? character;
  });
  return isCertain ? signs : undefined;
}

const marks = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
/** A letter of a script that uses marks, or a picture that may be joined to others. */
const needsMarks =
  /(?![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])\p{L}|\p{Extended_Pictographic}/u;

/** The text without invisible marks, unless its script or its emoji use them. */
export function withoutMarks(text: string): string {
  return text.search(marks) < 0 || needsMarks.test(text) ? text : text.replaceAll(marks, '');
}

/** Without those that French and numbers need: beside figures, quotes and high punctuation. */
const spaces = /(?<![\d«–—])[\u00a0\u2007\u202f](?![\d:;!?»%‰€$£°–—\u00a0\u2007\u202f])/gu;

export function withPlainSpaces(text: string): string {
  return text.replaceAll(spaces, ' ');
}

/** For fields whose values are no prose: the usual characters alone, and none that are invisible. */
export function withoutStyle(text: string): string {
  return text
    .replaceAll(/[\uff01-\uffdc]/gu, (form) => form.normalize('NFKC'))
    .replaceAll(/[\u00a0\u2007\u202f]/gu, ' ')
    .replaceAll(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu, '');
}
