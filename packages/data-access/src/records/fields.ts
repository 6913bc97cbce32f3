import { sameValue, storedValue, type FieldTable } from '@sluice/contract';
import * as z from 'zod';
import type { Fields, Json, StoredRecord } from '../store/record.ts';

/** What to write in each field: null clears it, an absent field keeps its value. */
export type Changes = Fields;

export type Diff = Readonly<Record<string, readonly [Json, Json]>>;

const json: z.ZodType<Json> = z.json();

/** Checked values in the form in which they are stored. */
export function changesOf(table: FieldTable, values: Readonly<Record<string, unknown>>): Changes {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const spec = table[name];
      return spec && value !== undefined ? [[name, json.parse(storedValue(spec, value))]] : [];
    }),
  );
}

/** The fields that would change, each with its stored and its new value. */
export function diffOf(table: FieldTable, fields: Fields, changes: Changes): Diff {
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, next]) => {
      const spec = table[name];
      const old = fields[name] ?? null;
      return spec && !sameValue(spec, old, next) ? [[name, [old, next] as const]] : [];
    }),
  );
}

export function applied(fields: Fields, changes: Changes): Fields {
  const merged = Object.entries({ ...fields, ...changes });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}

export interface Writing {
  readonly writer: string;
  readonly importId: string | null;
  readonly date: string;
}

export function newRecord(
  ref: { kind: string; id: string },
  fields: Fields,
  { writer, importId, date }: Writing,
): StoredRecord {
  const dates = { createdDate: date, updatedDate: date };
  return { ...ref, ...dates, version: 1, deleted: false, writer, importId, fields };
}

export function nextVersion(
  record: StoredRecord,
  next: { fields?: Fields; deleted?: boolean },
  { writer, importId, date }: Writing,
): StoredRecord {
  return {
    ...record,
    ...next,
    version: record.version + 1,
    // The date names the version: a slow clock must not set it back, and a fast repeat must not keep it.
    updatedDate: date > record.updatedDate ? date : justAfter(record.updatedDate),
    writer,
    importId: importId ?? record.importId,
  };
}

const justAfter = (date: string): string => new Date(Date.parse(date) + 1).toISOString();
