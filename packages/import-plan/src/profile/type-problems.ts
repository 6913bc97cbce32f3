import type { ImportSchema } from '@sluice/contract';

interface StatedFormats {
  readonly dates: { readonly byField: ReadonlyMap<string, unknown> };
  readonly decimals: { readonly byField: ReadonlyMap<string, unknown> };
}

/** Dates and decimal signs are stated for fields of these types alone. */
export function typeProblems(schema: ImportSchema, { dates, decimals }: StatedFormats): string[] {
  const typeOf = (field: string) => schema.fields[field]?.type ?? 'text';
  const wrong = (field: string, setting: string, expected: string) =>
    `${setting} names ${field}, which is a field of the type ${typeOf(field)}, not ${expected}`;
  return [
    ...[...dates.byField.keys()]
      .filter((field) => typeOf(field) !== 'date')
      .map((field) => wrong(field, 'dates', 'a date')),
    ...[...decimals.byField.keys()]
      .filter((field) => !['number', 'integer'].includes(typeOf(field)))
      .map((field) => wrong(field, 'decimals', 'a number')),
  ];
}
