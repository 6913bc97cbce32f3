import type { SheetRow } from '../../sheet.ts';
import { columnLetters, mostColumns, mostRows } from '../../workbook/size.ts';
import { escaped } from './escape.ts';
import { frameParts, sheetFoot, sheetHead, sheetPart, textStyle } from './parts.ts';
import { zipStream } from '../../zip/zip-stream.ts';

/** Writes a workbook. Its bytes are the results of `write`, `nextSheet` and `end`, in order. */
export interface XlsxWriter {
  /** In order of their numbers, below the header. A missing number is a blank row. */
  write(rows: readonly SheetRow[]): Uint8Array;
  /** Ends the sheet, and begins the next of `moreSheets`. */
  nextSheet(header: readonly string[]): Uint8Array;
  end(): Uint8Array;
}

export interface XlsxHead {
  readonly header: readonly string[];
  /** 1 by default. */
  readonly headerRow?: number | undefined;
  readonly sheetName?: string | undefined;
  /** The names of the sheets after the first. `nextSheet` must begin each. */
  readonly moreSheets?: readonly string[] | undefined;
}

/** The longest names and cells that Excel accepts, and the characters that it does not accept in a name. */
const excel = { name: 31, cell: 32_767, notInName: /[\\/?*[\]:]/gu };

/** How much text is collected before it is packed. */
const pieceCharacters = 64 * 1024;

/**
 * Writes texts as texts: no cell can start a formula, no id loses its zeros, and what a person types over a cell is also text. Reading
 * gives equal cells. Constant memory.
 */
export function createXlsxWriter(head: XlsxHead): XlsxWriter {
  const { header, headerRow = 1, sheetName = 'Sheet1', moreSheets = [] } = head;
  const zip = zipStream();
  const begun = [
    ...frameParts([sheetName, ...moreSheets].map(nameOf)).map(([name, text]) => zip.part(name, text)),
    zip.open(sheetPart(0)),
  ];
  let gathered = headXml(headerRow, header);
  let last = headerRow;
  let sheets = 1;

  function packed(least: number): Buffer[] {
    if (gathered.length < least) return [];
    const bytes = Buffer.from(gathered);
    gathered = '';
    return [zip.write(bytes)];
  }

  function write(rows: readonly SheetRow[]): Uint8Array {
    const pieces = begun.splice(0);
    for (const { number, cells } of rows) {
      if (number <= last || number > mostRows)
        throw new RangeError(`Row ${number} cannot be below row ${last} in a workbook.`);
      last = number;
      gathered += rowXml(number, cells);
      pieces.push(...packed(pieceCharacters));
    }
    return Buffer.concat(pieces);
  }

  function closed(): Buffer[] {
    gathered += sheetFoot;
    return [...begun.splice(0), ...packed(0), zip.close()];
  }

  function nextSheet(next: readonly string[]): Uint8Array {
    if (sheets > moreSheets.length) throw new RangeError(`The workbook has ${sheets} sheets, and no more.`);
    const pieces = [...closed(), zip.open(sheetPart(sheets))];
    sheets += 1;
    gathered = headXml(1, next);
    last = 1;
    return Buffer.concat(pieces);
  }

  function end(): Uint8Array {
    if (sheets <= moreSheets.length)
      throw new RangeError(`Sheet ${sheets + 1} of the workbook was not begun.`);
    return Buffer.concat([...closed(), zip.end()]);
  }

  return { write, nextSheet, end };
}

function headXml(row: number, header: readonly string[]): string {
  return sheetHead(Math.min(header.length, mostColumns)) + rowXml(row, header);
}

function rowXml(number: number, cells: readonly string[]): string {
  if (cells.length > mostColumns)
    throw new RangeError(`Row ${number} has ${cells.length} cells; a workbook has ${mostColumns} columns.`);
  const written = cells.map((text, index) => cellXml(`${lettersOf(index + 1)}${number}`, text));
  return `<row r="${number}">${written.join('')}</row>`;
}

function cellXml(reference: string, text: string): string {
  if (text === '') return '';
  const kept = text.length > excel.cell ? `${text.slice(0, excel.cell - 1).toWellFormed()}…` : text;
  return `<c r="${reference}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${escaped(kept)}</t></is></c>`;
}

const letters: string[] = [];

function lettersOf(column: number): string {
  return (letters[column] ??= columnLetters(column));
}

function nameOf(name: string): string {
  const kept = name.replaceAll(excel.notInName, ' ').slice(0, excel.name).toWellFormed();
  return kept.replaceAll(/^'|'$/gu, ' ').trim() === '' ? 'Sheet1' : kept.replaceAll(/^'|'$/gu, ' ');
}
