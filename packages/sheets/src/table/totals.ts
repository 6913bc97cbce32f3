import type { SheetRow } from '../model/sheet.ts';
import { filledPlaces } from './cell-kind.ts';
import { totalLetters, totalWord } from './words.ts';

/** Whether it is worth a closer look: no cell but one begins with a letter. */
export function mayBeTotal(cells: readonly string[], first: string): boolean {
  let words = first === '' ? 0 : 1;
  for (let at = 1; at < cells.length; at += 1) {
    const code = cells[at]?.charCodeAt(0) ?? 0;
    if (code > 0x40 && code !== 0xa3 && code !== 0x20ac && (words += 1) > 1) return false;
  }
  return first === '' || totalLetters.test(first.trimStart());
}

const figures = /^[\s\d.,'’%()+\-–$€£]*$/u;

/** One cell names a total, and all others that are not blank are figures. */
export function isTotal(cells: readonly string[]): boolean {
  const filled = filledPlaces(cells).map((place) => (cells[place] ?? '').trim());
  const words = filled.filter((text) => !figures.test(text));
  return filled.length > 1 && words.length === 1 && totalWord.test(words[0] ?? '');
}

/** More digits than a number keeps exactly. */
const mostDigits = 15;

/** Whether every figure of the row is the sum of the figures above it, or their number. */
export function totalWithSums({ cells }: SheetRow, rows: readonly SheetRow[]): boolean {
  const figures = filledPlaces(cells).flatMap((place) => {
    const units = unitsOf(cells[place] ?? '');
    return units === undefined ? [] : [{ place, units }];
  });
  if (figures.length === 0 || rows.length < 2) return false;
  return figures.every(({ place, units }) => {
    const above = rows.map((row) => (row.cells[place] ?? '').trim()).filter((text) => text !== '');
    const sum = above.reduce<number | undefined>((so, text) => {
      const each = unitsOf(text);
      return so === undefined || each === undefined ? undefined : so + each;
    }, 0);
    return above.length > 0 && (sum === units || (sum === undefined && units === above.length * scale));
  });
}

/** Figures are compared in ten-thousandths, so that decimals are exact. */
const scale = 10_000;

/** `1,234.50`, `1.234,50` and `1234.5` are the same. Undefined for what is no figure. */
function unitsOf(text: string): number | undefined {
  const bare = text.replaceAll(/[\s'’$€£%]/gu, '');
  const found = /^(-?)([\d.,]*\d)$/u.exec(bare);
  if (found === null || bare.length > mostDigits) return undefined;
  const [, sign = '', digits = ''] = found;
  const at = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'));
  const behind = digits.length - at - 1;
  const isDecimal = at >= 0 && (behind !== 3 || digits.startsWith('0')) && behind <= 4;
  const whole = (isDecimal ? digits.slice(0, at) : digits).replaceAll(/[.,]/gu, '');
  const decimals = isDecimal ? digits.slice(at + 1).padEnd(4, '0') : '0000';
  const value = Number(whole) * scale + Number(decimals);
  return sign === '-' ? -value : value;
}
