import { isPlain, type Dialect } from './dialect.ts';

/**
 * Whether a quote in these rows neither opens nor closes a cell, such as the one in `Ann",Lee`: its partner may be lost. Looks at
 * nothing but quotes.
 */
export function hasStrayQuote(text: string, end: number, dialect: Dialect): boolean {
  if (!isPlain(dialect)) return false;
  const { delimiter, newline } = dialect;
  let isOpen = false;
  for (let at = text.indexOf('"'); at >= 0 && at < end; at = text.indexOf('"', at + 1)) {
    if (!isOpen) {
      const before = text[at - 1];
      if (at > 0 && before !== delimiter && before !== newline) return true;
      isOpen = true;
    } else if (text[at + 1] === '"') at += 1;
    else isOpen = false;
  }
  return false;
}

/** Whether the text of a cell has a quote without a partner. One behind a figure stands for inches. */
export function hasUnpairedQuote(cell: string): boolean {
  return cell.includes('"') && cell.replaceAll(/\d\s?"/gu, '').split('"').length % 2 === 0;
}
