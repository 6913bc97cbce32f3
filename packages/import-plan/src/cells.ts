import { expectationOf, foldName, type FieldSpec, type FieldType } from '@sluice/contract';

/**
 * A cell as the value of a field. What cannot be told for certain stays the text that it is, and the check of the
 * record names it: nothing is converted that would not come back the same. The cell is not blank.
 */
export function cellValue(spec: FieldSpec, cell: string): unknown {
  const convert = converters[spec.type];
  return convert === undefined ? cell : convert(cell.trim(), spec);
}

type Convert = (cell: string, spec: FieldSpec) => unknown;

const trimmed: Convert = (cell) => cell;
const list: Convert = (cell) =>
  cell
    .replace(/;\s*$/u, '')
    .split(';')
    .map((entry) => entry.trim());

/** Text and phone numbers are not here: they are kept as they are, with leading zeros and outer white space. */
const converters: Partial<Record<FieldType, Convert>> = {
  id: trimmed,
  email: trimmed,
  timezone: trimmed,
  language: trimmed,
  date: trimmed,
  choice: (cell, { values = [] }) => values.find((value) => foldName(value) === foldName(cell)) ?? cell,
  boolean: (cell) => booleans.get(cell.toLowerCase()) ?? cell,
  integer: toNumber,
  number: toNumber,
  textList: list,
  idList: list,
};

const booleans = new Map([
  ...['yes', 'y', 'true', '1'].map((word): [string, boolean] => [word, true]),
  ...['no', 'n', 'false', '0'].map((word): [string, boolean] => [word, false]),
]);

/** At most 15 digits: more do not come back the same. `007`, `1,5` and `1e5` are left alone. */
function toNumber(cell: string): unknown {
  const plain = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/u.test(cell) && cell.replaceAll(/\D/gu, '').length <= 15;
  return plain ? Number(cell) : cell;
}

const inSheets: Partial<Record<FieldType, (spec: FieldSpec) => string>> = {
  boolean: () => 'yes or no (or true or false, 1 or 0)',
  textList: (spec) => `${expectationOf(spec)}, separated by ";"`,
  idList: (spec) => `${expectationOf(spec)}, separated by ";"`,
};

/** What was expected, in the words of somebody who types cells. */
export function expectedInCell(spec: FieldSpec, expected: string): string {
  const own = expectationOf(spec);
  return expected.startsWith(own)
    ? (inSheets[spec.type]?.(spec) ?? own) + expected.slice(own.length)
    : expected;
}
