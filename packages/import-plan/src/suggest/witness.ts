import { refusalOf, valueOfText, type FieldSpec } from '@sluice/contract';
import { dateOrders, dayOf, parseDate } from '../formats/dates.ts';
import { readNumber } from '../formats/numbers.ts';

/** What the cells of a column say about the field that its name suggests. */
export interface Witness {
  /** Cells that are not blank. */
  readonly filled: number;
  readonly fitting: number;
}

/** Digits with the signs of phone numbers, and an extension. */
const phone = /^[+(]{0,2}\d[\d\s()./-]{4,30}(?:x\d{1,6})?$/u;

/** Whether the calendar has it in some order of its numbers. */
function isDay(cell: string): boolean {
  const date = parseDate(cell);
  return date !== undefined && dateOrders.some((order) => dayOf(date, order) !== undefined);
}

const types: Partial<Record<FieldSpec['type'], (cell: string) => boolean>> = {
  phone: (cell) => phone.test(cell.replace(/ext\.?/u, 'x')),
  date: (cell) => isDay(cell) || refusalOf({ type: 'date' }, cell) === undefined,
  number: (cell) => readNumber(cell, 'point') !== undefined || readNumber(cell, 'comma') !== undefined,
};

/** Whether a text of any kind would do, so that the cells show nothing. */
export function isFree({ type }: FieldSpec): boolean {
  return type === 'text' || type === 'textList' || type === 'id' || type === 'idList';
}

export function witnessOf(spec: FieldSpec, cells: readonly string[]): Witness {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const fits = types[spec.type] ?? ((cell) => refusalOf(spec, valueOfText(spec, cell)) === undefined);
  return { filled: filled.length, fitting: filled.filter(fits).length };
}
