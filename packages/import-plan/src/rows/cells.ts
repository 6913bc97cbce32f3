import { expectationOf, type FieldSpec, type FieldType } from '@sluice/contract';

const inSheets: Partial<Record<FieldType, (spec: FieldSpec) => string>> = {
  boolean: () => 'yes or no (or true or false, 1 or 0)',
  date: () =>
    'a date with a year of four digits, such as 2026-01-31, or with a time and its zone, such as 2026-01-31T09:30:00Z (a profile can name the zone)',
  textList: (spec) => `${expectationOf(spec)}, separated by ";"`,
  idList: (spec) => `${expectationOf(spec)}, separated by ";"`,
};

/** What was expected, in words for a person who types cells. */
export function expectedInCell(spec: FieldSpec, expected: string): string {
  const own = expectationOf(spec);
  return expected.startsWith(own)
    ? (inSheets[spec.type]?.(spec) ?? own) + expected.slice(own.length)
    : expected;
}
