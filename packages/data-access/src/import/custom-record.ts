import {
  customFieldFinder,
  customFieldSpec,
  customFieldValue,
  reasonOf,
  shownName,
  type CustomFieldDefinition,
  type FieldProblem,
  type FieldTable,
  type ImportSchema,
} from '@sluice/contract';
import { customKey, customTable } from '../records/custom-fields.ts';

type RawRecord = Readonly<Record<string, unknown>>;

/** How to read records of a schema to which the site has added fields. */
export interface CustomReading {
  /** The schema with the site's fields under their stored names. */
  readonly schema: ImportSchema;
  /** The same fields by title, which requests and refusals use. */
  readonly extra: FieldTable;
  /** The record with these fields under their titles, whether the request used the title or the id. */
  readonly titled: (record: RawRecord) => { readonly record: RawRecord; readonly twice: FieldProblem[] };
  /** A titled record with these fields under their stored names. */
  readonly kept: (record: RawRecord) => RawRecord;
}

export function customReading(
  schema: ImportSchema,
  declared: readonly CustomFieldDefinition[],
): CustomReading | undefined {
  const used = declared.filter((each) => each.schema === schema.collection && !each.retired);
  if (used.length === 0) return undefined;
  const keys = new Map(used.map(({ id, title }) => [title, customKey(id)]));
  const named = namedBy(schema, used);
  return {
    schema: { ...schema, fields: { ...schema.fields, ...customTable(used) } },
    extra: Object.fromEntries(used.map((each) => [each.title, customFieldSpec(each)])),
    titled: (record) => {
      const read = Object.entries(record).map(([name, value]) => {
        const field = named(name);
        return field
          ? { name, as: field.title, value: customFieldValue(field, value) }
          : { name, as: name, value };
      });
      const names = Map.groupBy(read, ({ as }) => as);
      const twice = [...names.values()].flatMap(([, second]) => (second ? [twinProblem(second)] : []));
      return { record: Object.fromEntries(read.map(({ as, value }) => [as, value])), twice };
    },
    kept: (record) =>
      Object.fromEntries(Object.entries(record).map(([name, value]) => [keys.get(name) ?? name, value])),
  };
}

/** Cached, since the records of a set repeat the same few names. */
function namedBy(schema: ImportSchema, used: readonly CustomFieldDefinition[]) {
  const find = customFieldFinder(used);
  const known = new Map<string, CustomFieldDefinition | undefined>();
  return (name: string): CustomFieldDefinition | undefined => {
    if (Object.hasOwn(schema.fields, name)) return undefined;
    if (!known.has(name)) known.set(name, find(name));
    return known.get(name);
  };
}

const twinProblem = ({ name, as }: { name: string; as: string }): FieldProblem => ({
  field: name,
  ...reasonOf('field_twice', { field: shownName(as) }),
});
