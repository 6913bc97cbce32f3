import type { FieldTable } from './fields/field-spec.ts';
import { expectationOf, isEmpty, refusalOf } from './fields/values.ts';
import type { FieldProblem } from './import-problems.ts';
import type { ImportSchema } from './importable-schemas.ts';

export interface RecordCheck {
  /** The field that finds the record. It needs a value, and `id` may be used in no other field. */
  readonly lookup?: string;
  readonly extra?: FieldTable;
}

const none: FieldTable = {};

/**
 * All problems of a record that need no store: unknown fields, types, formats, and an empty lookup. None shows a value.
 * It reads own keys only, so `__proto__` and `constructor` are unknown fields.
 */
export function checkRecord(
  schema: ImportSchema,
  record: Readonly<Record<string, unknown>>,
  { lookup, extra = none }: RecordCheck = {},
): FieldProblem[] {
  const problems = Object.keys(record).flatMap((field) => {
    const expected = refusedField({ schema, field, value: record[field], lookup, extra });
    return expected === undefined ? [] : [{ field, expected }];
  });
  const lost =
    lookup !== undefined &&
    isEmpty(Object.hasOwn(record, lookup) ? record[lookup] : undefined) &&
    !problems.some(({ field }) => field === lookup);
  return lost
    ? [...problems, { field: lookup, expected: 'is blank, but it is needed to find the record' }]
    : problems;
}

interface Place {
  readonly schema: ImportSchema;
  readonly field: string;
  readonly value: unknown;
  readonly lookup: string | undefined;
  readonly extra: FieldTable;
}

function refusedField({ schema, field, value, lookup, extra }: Place): string | undefined {
  const table = Object.hasOwn(schema.fields, field) ? schema.fields : extra;
  const spec = Object.hasOwn(table, field) ? table[field] : undefined;
  if (spec === undefined) {
    return schema.setByService.includes(field)
      ? 'no value, since the service sets it'
      : `a field of ${schema.name}, one of: ${namesOf(schema, extra)}`;
  }
  if (field === 'id' && lookup !== undefined && lookup !== 'id') {
    return 'no value, since the service sets it; to find records by their id, use id as the lookup';
  }
  return refusalOf(spec, value);
}

const names = new WeakMap<FieldTable, string>();

/** One text for all refusals: a request may have a quarter of a million of them. */
function namesOf({ fields }: ImportSchema, extra: FieldTable): string {
  const table = extra === none ? fields : extra;
  const text = names.get(table) ?? [...Object.keys(fields), ...Object.keys(extra)].join(', ');
  names.set(table, text);
  return text;
}

export function checkNewRecord(
  schema: ImportSchema,
  record: Readonly<Record<string, unknown>>,
): FieldProblem[] {
  return schema.required
    .filter((field) => !Object.hasOwn(record, field) || isEmpty(record[field]))
    .map((field) => ({
      field,
      expected: `is blank. A new ${schema.name} needs ${describe(schema, field)}`,
    }));
}

function describe(schema: ImportSchema, field: string): string {
  const spec = schema.fields[field];
  return spec === undefined ? 'a value' : expectationOf(spec);
}
