import { columnLetters } from '../../model/column-letters.ts';
import { mostCellCharacters } from '../../workbook/size.ts';
import { escaped } from './escape.ts';

const letters: string[] = [];

/** `B7`. A sheet has millions of cells, so the letters of each column are made once. */
export const placeOf = (column: number, row: number): string =>
  `${(letters[column] ??= columnLetters(column))}${row}`;

/** A cell with a text, which is cut where Excel would refuse the file. */
export function textCell(place: string, text: string, style: number): string {
  if (text === '') return `<c r="${place}" s="${style}"/>`;
  const kept =
    text.length > mostCellCharacters ? `${text.slice(0, mostCellCharacters - 1).toWellFormed()}…` : text;
  return `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(kept)}</t></is></c>`;
}
