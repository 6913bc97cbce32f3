import type { ColumnLook, OutputRow, SheetRow } from '../../model/sheet.ts';
import { mostColumns, mostRows } from '../../workbook/size.ts';
import { placeOf, textCell } from './cell.ts';
import { frameParts, sheetFoot, sheetHead, sheetPart, textStyles, type TextStyle } from './parts.ts';
import { zipStream } from '../../zip/zip-stream.ts';

/** Writes a workbook. Its bytes are the results of `write`, `nextSheet` and `end`, in order. */
export interface XlsxWriter {
  /** In order of their numbers, below the header. A missing number is a blank row. */
  write(rows: readonly OutputRow[]): Uint8Array;
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
  /** Rows above the header, in order. */
  readonly above?: readonly SheetRow[] | undefined;
  /** Shows the first sheet as a table: a bold header that stays in sight, with a filter. Columns without a look have the usual one. */
  readonly table?: { readonly columns: readonly ColumnLook[] } | undefined;
}

/** The longest name of a sheet that Excel accepts, and the characters that it does not accept in one. */
const excel = { name: 31, notInName: /[\\/?*[\]:]/gu };

/** How much text is collected before it is packed. */
const pieceCharacters = 64 * 1024;

/**
 * Writes texts as texts: no cell can start a formula, no id loses its zeros, and what a person types over a cell is also text. Reading
 * gives equal cells. Constant memory.
 */
export function createXlsxWriter(head: XlsxHead): XlsxWriter {
  const { header, headerRow = 1, sheetName = 'Sheet1', moreSheets = [], above = [], table } = head;
  const zip = zipStream();
  const begun = [
    ...frameParts([sheetName, ...moreSheets].map((name) => ({ name: nameOf(name) }))).map(([name, text]) =>
      zip.part(name, text),
    ),
    zip.open(sheetPart(0)),
  ];
  const columns = header.slice(0, mostColumns).map((_, index) => table?.columns[index] ?? {});
  let gathered = sheetHead(columns, table === undefined ? 0 : headerRow);
  for (const { number, cells } of above) gathered += rowXml(number, cells);
  gathered += rowXml(headerRow, header, table === undefined ? 'plain' : 'header');
  let last = headerRow;
  let sheets = 1;

  function packed(least: number): Buffer[] {
    if (gathered.length < least) return [];
    const bytes = Buffer.from(gathered);
    gathered = '';
    return [zip.write(bytes)];
  }

  function write(rows: readonly OutputRow[]): Uint8Array {
    const pieces = begun.splice(0);
    for (const { number, cells, isFailed } of rows) {
      if (number <= last || number > mostRows)
        throw new RangeError(`Row ${number} cannot be below row ${last} in a workbook.`);
      last = number;
      gathered += rowXml(number, cells, isFailed ? 'failed' : 'plain');
      pieces.push(...packed(pieceCharacters));
    }
    return Buffer.concat(pieces);
  }

  function closed(): Buffer[] {
    const isTable = table !== undefined && sheets === 1;
    gathered += sheetFoot(isTable ? { columns, headerRow, lastRow: last } : undefined);
    return [...begun.splice(0), ...packed(0), zip.close()];
  }

  function nextSheet(next: readonly string[]): Uint8Array {
    if (sheets > moreSheets.length) throw new RangeError(`The workbook has ${sheets} sheets, and no more.`);
    const pieces = [...closed(), zip.open(sheetPart(sheets))];
    sheets += 1;
    gathered = sheetHead(next.slice(0, mostColumns).map(() => ({}))) + rowXml(1, next);
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

function rowXml(number: number, cells: readonly string[], style: TextStyle = 'plain'): string {
  if (cells.length > mostColumns)
    throw new RangeError(`Row ${number} has ${cells.length} cells; a workbook has ${mostColumns} columns.`);
  // A blank cell is nothing, unless it has a look.
  const written = cells.map((text, index) =>
    text === '' && style === 'plain' ? '' : textCell(placeOf(index + 1, number), text, textStyles[style]),
  );
  return `<row r="${number}">${written.join('')}</row>`;
}

function nameOf(name: string): string {
  const kept = name.replaceAll(excel.notInName, ' ').slice(0, excel.name).toWellFormed();
  return kept.replaceAll(/^'|'$/gu, ' ').trim() === '' ? 'Sheet1' : kept.replaceAll(/^'|'$/gu, ' ');
}
