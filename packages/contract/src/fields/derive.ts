import * as z from 'zod';
import { describeField } from './describe.ts';
import { fieldKinds } from './field-kinds.ts';
import type { FieldSpec, FieldTable, RecordOf, WritableOf } from './field-spec.ts';
import { limits } from '../wire/limits.ts';
import { idInput } from '../wire/paging.ts';
import { inputOf } from './values.ts';

export type NameOf<T extends FieldTable> = Extract<keyof T, string>;

/** A record as it is saved: with the id of the one that it updates, or without to create one. */
export type SavedOf<T extends FieldTable> = WritableOf<T> & { id?: string };

const entriesOf = (table: FieldTable): [string, FieldSpec][] => Object.entries(table);

export function selectableNames<T extends FieldTable>(table: T): NameOf<T>[] {
  return Object.keys(table).filter((name): name is NameOf<T> => Object.hasOwn(table, name));
}

export function defaultNames<T extends FieldTable>(table: T): NameOf<T>[] {
  return selectableNames(table).filter((name) => !table[name]?.onRequest);
}

const lookups = new WeakMap<FieldTable, readonly string[]>();

/** Asked for with each record that is written: read once per table. */
export function lookupNames(table: FieldTable): readonly string[] {
  const known = lookups.get(table);
  if (known) return known;
  const names = entriesOf(table).flatMap(([name, spec]) => (spec.lookup ? [name] : []));
  lookups.set(table, names);
  return names;
}

/** A field that holds nothing, as it is answered: a flag is false, a discussion has no messages, all else is null. */
export function emptyAnswer(spec: FieldSpec): unknown {
  if (spec.type === 'boolean') return false;
  return spec.type === 'discussion' ? { messages: [] } : null;
}

const records = new WeakMap<FieldTable, z.ZodType>();

/** The schema of an answered record, made once per table. Unknown fields pass, since a server may answer more. */
export function recordSchema<T extends FieldTable>(table: T): z.ZodType<RecordOf<T>> {
  const schema = records.get(table) ?? z.looseObject(Object.fromEntries(entriesOf(table).map(answered)));
  records.set(table, schema);
  return typed<RecordOf<T>>(schema);
}

function answered([name, spec]: [string, FieldSpec]): [string, z.ZodType] {
  const answer = fieldKinds[spec.type].answer.nullable().optional();
  // For readers only and not checked, since another server may have more values.
  const values = spec.values && { enum: [...spec.values, null] };
  return [name, answer.meta({ description: describeField(spec), ...values })];
}

/** A field that a request may write: null clears it, so it may be absent. */
export function writableSchema(spec: FieldSpec): z.ZodType {
  return inputOf(spec)
    .nullable()
    .optional()
    .meta({ description: describeField(spec) });
}

/** The schema of a record to save: the fields that a request may write, null included, and an id. */
export function savedSchema<T extends FieldTable>(table: T): z.ZodType<SavedOf<T>, SavedOf<T>> {
  const writable = entriesOf(table)
    .filter(([, spec]) => !spec.readOnly)
    .map(([name, spec]) => [name, writableSchema(spec)]);
  const shape = { id: idInput.optional(), ...Object.fromEntries(writable) };
  return typed<SavedOf<T>>(z.strictObject(shape));
}

/** The compiler cannot see that a schema follows its table. This is the only cast for it. */
function typed<V>(schema: z.ZodType): z.ZodType<V, V> {
  // Types cannot see through Object.fromEntries.
  return schema as z.ZodType<V, V>;
}

/** `fields` of a request: names of the table, each counted once; the defaults of the table when absent. */
export function fieldsInput<T extends FieldTable>(table: T) {
  return z
    .array(z.enum(selectableNames(table)))
    .min(1)
    .max(limits.fieldNames)
    .transform((names) => [...new Set(names)])
    .prefault(defaultNames(table));
}
