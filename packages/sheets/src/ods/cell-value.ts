import { damaged } from '../model/damaged.ts';
import { SheetError } from '../model/sheet-error.ts';
import { isErrorCell } from '../table/error-cell.ts';
import { isoCell } from '../workbook/dates.ts';
import { decimalOf, decimalText, isNumber, timesHundred } from '../workbook/decimal.ts';

export interface RawOdsCell {
  readonly row: number;
  readonly column: number;
  readonly attributes: ReadonlyMap<string, string>;
  /** The text that the cell showed when it was saved. Undefined if none was saved, not even an empty one. */
  readonly saved: string | undefined;
}

interface OdsCell extends RawOdsCell {
  readonly shown: string;
}

/**
 * The text of a cell by its type, like that of an Excel workbook.
 * @throws SheetError with the place if the cell has no readable value
 */
export function cellValue(raw: RawOdsCell): string {
  const { attributes, saved: shown = '' } = raw;
  const cell = { ...raw, shown };
  const value = attributes.get('office:value') ?? '';
  if (isFailed(cell)) return isErrorCell(shown) ? shown : '#VALUE!';
  switch (attributes.get('office:value-type')) {
    case undefined:
      return withoutType(cell);
    case 'string':
      return shown === '' ? (attributes.get('office:string-value') ?? '') : shown;
    case 'float':
      return floatText(cell, value);
    case 'currency':
      return numberText(cell, value);
    case 'percentage':
      if (!isNumber(value)) unreadable(cell);
      return `${decimalText(timesHundred(decimalOf(value)), placesShown(shown))}%`;
    case 'date':
      return isoCell(attributes.get('office:date-value') ?? '', dateKind(shown)) ?? unreadable(cell);
    case 'time':
      return timeText(attributes.get('office:time-value') ?? '') ?? unreadable(cell);
    case 'boolean':
      return attributes.get('office:boolean-value') === 'true' ? 'TRUE' : 'FALSE';
    default:
      return unreadable(cell);
  }
}

/** A formula that failed: LibreOffice shows its own errors as `Err:502`. */
function isFailed({ attributes, shown }: OdsCell): boolean {
  if (attributes.get('calcext:value-type') === 'error') return true;
  return attributes.has('table:formula') && isErrorCell(shown);
}

function withoutType(cell: OdsCell): string {
  const { attributes, row, column, saved } = cell;
  if (saved !== undefined || !attributes.has('table:formula')) return saved ?? '';
  throw new SheetError({ code: 'unsaved_result', row, column });
}

function floatText(cell: OdsCell, value: string): string {
  const { shown } = cell;
  if (isPadded(value, shown)) return shown;
  // LibreOffice stores the result of a comparison like that, and shows it in its language.
  if ((value === '1' || value === '0') && /^\p{L}+$/u.test(shown)) return value === '1' ? 'TRUE' : 'FALSE';
  return numberText(cell, value);
}

/** Digits that a format pads or groups, but not by thousands: `00151`, `000-00-0000`, `ID-0042`. */
function isPadded(value: string, shown: string): boolean {
  const digits = shown.replaceAll(/[\s()/+-]/gu, '').replace(/^\p{L}{1,6}(?=0)/u, '');
  const isPlain = /^\d{1,20}$/u.test(digits) && /^\d{1,20}$/u.test(value);
  const isGrouped = /^\d{1,3}(?:\s\d{3})+$/u.test(shown);
  return isPlain && !isGrouped && shown !== value && digits.replace(/^0+(?=\d)/u, '') === value;
}

/** With the decimals that are shown, at least. */
function numberText(cell: OdsCell, value: string): string {
  return isNumber(value) ? decimalText(decimalOf(value), placesShown(cell.shown)) : unreadable(cell);
}

/** Three digits behind a sign may be thousands. */
function placesShown(shown: string): number {
  const places = /[.,](\d{1,9})\D{0,8}$/u.exec(shown)?.[1]?.length ?? 0;
  return places === 3 ? 0 : places;
}

/** A day is written with three numbers at most, and a time in most languages with a colon. */
function dateKind(shown: string): 'date' | 'datetime' | undefined {
  if (shown === '') return undefined;
  const numbers = shown.split(/\d+/u).length - 1;
  return shown.includes(':') || numbers > 3 ? 'datetime' : 'date';
}

function timeText(value: string): string | undefined {
  const [, hours = '', minutes = '', seconds = '', part = ''] =
    /^PT(\d{1,6})H(\d{1,2})M(\d{1,2})(?:[.,](\d{1,9}))?S$/u.exec(value) ?? [];
  if (hours === '') return undefined;
  const clock = [hours, minutes, seconds].map((number) => number.padStart(2, '0')).join(':');
  return /[1-9]/u.test(part) ? `${clock}${String(Number(`0.${part.slice(0, 3)}`)).slice(1)}` : clock;
}

function unreadable({ row, column, attributes }: OdsCell): never {
  const type = attributes.get('office:value-type') ?? '';
  throw damaged(`this cell has no value of its type ${type.slice(0, 20)}`, {
    row,
    column,
  });
}
