import { foldName } from '../fold.ts';
import { keepsDigits } from '../keeps-digits.ts';
import type { FieldSpec, FieldType } from './field-spec.ts';

/** The value of a field from a text, such as a cell. An uncertain text stays, and the check refuses it. */
export function valueOfText(spec: FieldSpec, text: string): unknown {
  const convert = converters[spec.type];
  return convert === undefined ? text : convert(text.trim(), spec);
}

type Convert = (text: string, spec: FieldSpec) => unknown;

const trimmed: Convert = (text) => text;
const list: Convert = (text) =>
  text
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
  choice: (text, { values = [] }) => {
    if (values.includes(text)) return text;
    const folded = foldName(text);
    return values.find((value) => foldName(value) === folded) ?? text;
  },
  boolean: (text) => booleans.get(text.toLowerCase()) ?? text,
  integer: toNumber,
  number: toNumber,
  textList: list,
  idList: list,
};

const booleans = new Map([
  ...['yes', 'y', 'true', '1'].map((word): [string, boolean] => [word, true]),
  ...['no', 'n', 'false', '0'].map((word): [string, boolean] => [word, false]),
]);

const plainNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/u;
/** How very large and small numbers are answered: `1e-7`. */
const shortNumber = /^-?[1-9](?:\.\d+)?e[+-]\d+$/u;

/** Whether the text is a decimal number, with or without digits that would be lost. */
export const isPlainNumber = (text: string): boolean => plainNumber.test(text);

/** `007`, `1,5`, `1e5` and what would lose digits are left alone. */
function toNumber(text: string): unknown {
  if (isPlainNumber(text)) return keepsDigits(text) ? Number(text) : text;
  return shortNumber.test(text) && String(Number(text)) === text ? Number(text) : text;
}
