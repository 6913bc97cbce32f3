import type { FieldTable } from '../fields/field-spec.ts';
import { isEmpty, refusalOf } from '../fields/values.ts';
import type { FieldProblem } from '../imports/import-problems.ts';
import { reasonOf, wordsOf, type Reason } from '../reasons/reason.ts';
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
    const reason = refusedField({ schema, field, value: record[field], lookup, extra });
    return reason === undefined ? [] : [{ field, ...reason }];
  });
  const lost =
    lookup !== undefined &&
    isEmpty(Object.hasOwn(record, lookup) ? record[lookup] : undefined) &&
    !problems.some(({ field }) => field === lookup);
  return lost ? [...problems, { field: lookup, ...reasonOf('lookup_blank') }] : problems;
}

interface Place {
  readonly schema: ImportSchema;
  readonly field: string;
  readonly value: unknown;
  readonly lookup: string | undefined;
  readonly extra: FieldTable;
}

function refusedField({ schema, field, value, lookup, extra }: Place): Reason | undefined {
  const table = Object.hasOwn(schema.fields, field) ? schema.fields : extra;
  const spec = Object.hasOwn(table, field) ? table[field] : undefined;
  if (spec === undefined) {
    return schema.setByService.includes(field)
      ? reasonOf('set_by_service')
      : reasonOf('unknown_field', { schema: schemaTitle(schema), fields: namesOf(schema, extra) });
  }
  if (field === 'id' && lookup !== undefined && lookup !== 'id') return reasonOf('id_needs_lookup');
  return refusalOf(spec, value);
}

const names = new WeakMap<FieldTable, string>();
const namesShown = 18;

/** One text for all refusals: a request may have a quarter of a million of them. */
function namesOf({ fields }: ImportSchema, extra: FieldTable): string {
  const table = extra === none ? fields : extra;
  const text = names.get(table) ?? listed([...Object.keys(extra), ...Object.keys(fields)]);
  names.set(table, text);
  return text;
}

function listed(all: readonly string[]): string {
  const more = all.length - namesShown;
  const shown = all.slice(0, namesShown).map((name) => (name.includes(' ') ? `\`${name}\`` : name));
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

/** The kind of record in words, such as `interest account`. */
export const schemaTitle = ({ name, listName }: ImportSchema): string =>
  listName === undefined ? wordsOf(name) : 'list item';

export function checkNewRecord(
  schema: ImportSchema,
  record: Readonly<Record<string, unknown>>,
): FieldProblem[] {
  return schema.required
    .filter((field) => !Object.hasOwn(record, field) || isEmpty(record[field]))
    .map((field) => ({ field, ...reasonOf('required_blank', { schema: schemaTitle(schema) }) }));
}
