import { mayBeDamaged } from './odd-text.ts';

/**
 * The structure of CSV and JSON is ASCII. So UTF-8 is split byte by byte, and only cells beyond ASCII are decoded: text with one byte
 * per character is read, kept and written in half the time.
 */

const beyondAscii = /[\u0080-\u00ff]/;

export function isAsciiText(text: string): boolean {
  return !/[^\u0000-\u007f]/.test(text);
}

export function unpacked(text: string): string {
  return beyondAscii.test(text) ? Buffer.from(text, 'latin1').toString('utf8') : text;
}

/** @returns whether a cell may be damaged */
export function unpackCells(cells: string[]): boolean {
  let isOdd = false;
  for (let at = 0; at < cells.length; at += 1) {
    const cell = cells[at];
    if (cell === undefined) continue;
    if (!beyondAscii.test(cell)) {
      isOdd ||= mayBeDamaged(cell);
      continue;
    }
    const text = Buffer.from(cell, 'latin1').toString('utf8');
    cells[at] = text;
    isOdd ||= mayBeDamaged(text);
  }
  return isOdd;
}
