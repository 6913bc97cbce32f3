import type { SheetOptions } from '../model/sheet.ts';
import { columnLetters } from '../model/column-letters.ts';
import { outcomeOf, sourceOf } from './sheets.ts';
import { number, row, text, workbook } from './workbook.ts';

/** A sheet in short: cells end with commas, and a row that begins with `!` is bold in a workbook. */
export interface ShortSheet {
  readonly lines: readonly string[];
  readonly merges?: readonly string[];
}

export const asCsv = ({ lines }: ShortSheet): Buffer =>
  Buffer.from(lines.map((line) => `${line.replace(/^!/u, '')}\n`).join(''));

const boldStyle = 1;

export function asWorkbook({ lines, merges = [] }: ShortSheet): Buffer {
  const rows = lines.map((line, at) => {
    const isBold = line.startsWith('!');
    const cells = line.replace(/^!/u, '').split(',');
    return row(
      at + 1,
      ...cells.map((cell, column) => cellXml(`${columnLetters(column + 1)}${at + 1}`, cell, isBold)),
    );
  });
  return workbook({ sheets: [{ rows: rows.join(''), merges }], formats: [] });
}

function cellXml(reference: string, cell: string, isBold: boolean): string {
  if (cell === '') return '';
  const style = isBold ? boldStyle : undefined;
  if (/^-?\d+(?:\.\d+)?$/u.test(cell) && !/^0\d/u.test(cell)) return number(reference, cell, style);
  const plain = text(reference, cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
  return isBold ? plain.replace('<c ', `<c s="${boldStyle}" `) : plain;
}

/** The reading of a table in one line: its header, its rows, and what was left out; or what the refusal offers. */
export async function readingLine(bytes: Buffer, options: SheetOptions = {}): Promise<string> {
  const { facts, rows, error } = await outcomeOf(sourceOf(bytes), options);
  if (error !== undefined) {
    const settings = [...error.message.matchAll(/"reading": (\{.*?\})`/gu)].map(([, each]) => each);
    return `refused${error.row === undefined ? '' : ` in ${error.row}`}: ${settings.join(' or ')}`;
  }
  if (facts === undefined) throw new Error('the sheet has no facts');
  const { headerRow, headerRows = 1, header, skipped } = facts;
  const at = headerRows === 1 ? `${headerRow}` : `${headerRow}-${headerRow + headerRows - 1}`;
  const out = skipped.map(({ row: left, why }) => `${left} ${why.replace(/ (?:above|below) the .*$/u, '')}`);
  const numbers = rows.map(([first]) => first).join(' ');
  return [
    `${at}: ${header.join(',')}`,
    `rows ${numbers}`,
    ...(out.length === 0 ? [] : [`out ${out.join(', ')}`]),
  ].join('; ');
}
