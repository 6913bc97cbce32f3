import { foldName } from '../wire/fold.ts';
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

/** A point before three digits may start decimals or separate thousands. */
export const isUnclearNumber = (text: string): boolean => /^-?[1-9]\d{0,2}\.\d{3}$/u.test(text.trim());

/** At most 15 digits: more do not come back the same. `007`, `1,5` and `1e5` are left alone. */
function toNumber(text: string): unknown {
  const plain = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/u.test(text) && text.replaceAll(/\D/gu, '').length <= 15;
  return plain ? Number(text) : text;
}
