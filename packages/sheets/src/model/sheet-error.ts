import { fileReasons } from './file-reasons.ts';
import type { Page } from './encodings.ts';
import { columnLetters } from './column-letters.ts';

/** The first rows of a file as one encoding shows them. */
export interface ShownAs {
  readonly encoding: Page;
  readonly rows: readonly string[];
}

export type SheetErrorCode = keyof typeof fileReasons;

interface Where {
  /** The sheet of a workbook, as the workbook names it. */
  readonly sheetName?: string | undefined;
  /** The row number of the spreadsheet, from 1. */
  readonly row?: number | undefined;
  /** The number of the column, from 1. */
  readonly column?: number | undefined;
  /** The place in the file. */
  readonly byteOffset?: number | undefined;
  /** Of `which_sheet` and `no_such_sheet`: the names of the sheets. */
  readonly names?: readonly string[] | undefined;
  /** Of `unclear_encoding`: the first rows as each encoding shows them. A function, so that nothing that logs the facts has cells. */
  readonly shownAs?: (() => readonly ShownAs[]) | undefined;
}

type PlacesIn<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | PlacesIn<Rest>
  : never;

/** A code with its place in the sheet, and what fills the places of its text. */
export type SheetErrorFacts = {
  readonly [Code in SheetErrorCode]: { readonly code: Code } & Where &
    Readonly<Record<PlacesIn<(typeof fileReasons)[Code]>, string | number>>;
}[SheetErrorCode];

/** The sheet cannot be read with certainty, at all or from this row on. The message is the place and the text of its code. */
export class SheetError extends Error {
  override readonly name = 'SheetError';
  readonly facts: SheetErrorFacts;
  readonly code: SheetErrorCode;
  /** The message without its place. */
  readonly says: string;
  readonly names: readonly string[] | undefined;
  readonly row: number | undefined;
  readonly column: number | undefined;
  readonly byteOffset: number | undefined;

  constructor(facts: SheetErrorFacts) {
    const says = textOf(facts);
    super(`${placeOf(facts)}${says}`);
    this.facts = facts;
    this.says = says;
    this.code = facts.code;
    this.names = facts.names;
    this.row = facts.row;
    this.column = facts.column;
    this.byteOffset = facts.byteOffset;
  }
}

function textOf(facts: SheetErrorFacts): string {
  const values: Readonly<Record<string, unknown>> = { ...facts };
  return fileReasons[facts.code].replaceAll(/\{(\w+)\}/gu, (_, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? value.toLocaleString('en-US') : String(value);
  });
}

/** `Sheet "Clients", row 3, column B: `, or nothing for the whole file. */
function placeOf({ sheetName, row, column, byteOffset }: SheetErrorFacts): string {
  const places = [
    ...(sheetName === undefined ? [] : [`sheet ${shownName(sheetName)}`]),
    ...(row === undefined ? [] : [`row ${row}`]),
    ...(column === undefined ? [] : [`column ${columnLetters(column)}`]),
    ...(byteOffset === undefined ? [] : [`byte ${byteOffset}`]),
  ].join(', ');
  return places === '' ? '' : `${places.charAt(0).toUpperCase()}${places.slice(1)}: `;
}

const shownCharacters = 60;

/** A name of a column or a sheet, in quotes: on one line, at most 60 characters, cut between two words if it has several. */
export function shownName(name: string): string {
  const flat = Array.from(
    name
      .slice(0, 10 * shownCharacters)
      .replaceAll(/[\p{C}\s]+/gu, ' ')
      .trim(),
  );
  if (flat.length <= shownCharacters) return `"${flat.join('')}"`;
  const end = flat.lastIndexOf(' ', shownCharacters - 2);
  return `"${end > 0 ? `${flat.slice(0, end).join('')} ` : flat.slice(0, shownCharacters - 1).join('')}…"`;
}
