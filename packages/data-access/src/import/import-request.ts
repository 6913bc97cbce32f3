import {
  checkRecord,
  foldSpace,
  importSchema,
  limits,
  lookupNamed,
  matchingValue,
  reasonOf,
  shownName,
  type CustomFieldDefinition,
  type Expectation,
  type FieldProblem,
  type ImportSchema,
  type ParsedInput,
  type RecordProblem,
} from '@sluice/contract';
import { customKey, isCustomizable } from '../records/custom-fields.ts';
import { changesOf, type Changes } from '../records/fields.ts';
import type { Json, StoredRecord } from '../store/record.ts';
import { customReading, type CustomReading } from './custom-record.ts';

export type RecordSets = ParsedInput<'import'>['recordSets'];

/** The version that a dry run found, or null if it found no record. `own`: an earlier set of the import made it. */
export type Found = Pick<StoredRecord, 'id' | 'version'> | 'own' | null;

/** What is expected of a record before it is written. */
export interface Expected extends Partial<Expectation> {
  readonly found?: Found;
  readonly foretold?: Foretold;
}

/** What a dry run would have written to a record. */
export interface Foretold {
  readonly changes: Changes;
  /** The ids of the records that it would have created. */
  readonly created: ReadonlySet<unknown>;
}

/** One record of a request: its lookup value and its changes. */
export interface ImportRecord {
  /** From 1 across all record sets of the request. */
  readonly number: number;
  /** The numbers of its set and of the record in it, both from 1. */
  readonly set: number;
  readonly record: number;
  readonly lookupValue: Json;
  readonly changes: Changes;
  readonly deletes: boolean;
  readonly expected?: Expected;
}

export interface ImportSet {
  readonly set: number;
  readonly schema: ImportSchema;
  readonly lookup: string;
  readonly records: readonly ImportRecord[];
}

/** A parsed request with every problem that needs no records of the site. */
export interface ImportRequest {
  readonly sets: readonly ImportSet[];
  readonly records: number;
  readonly problems: readonly RecordProblem[];
  readonly setProblems: readonly string[];
  /** The titles of the site's own fields by their stored names. */
  readonly titles: ReadonlyMap<string, string>;
}

/** Whether the request may use fields that the site has added. */
export const mayHoldCustomFields = (recordSets: RecordSets): boolean =>
  recordSets.some(({ schema }) => isCustomizable(importSchema(schema)?.collection ?? ''));

export function readRequest(
  recordSets: RecordSets,
  declared: readonly CustomFieldDefinition[],
): ImportRequest {
  const sets: ImportSet[] = [];
  const problems: (readonly RecordProblem[])[] = [];
  const setProblems: string[] = [];
  let number = 1;
  for (const [at, { schema: name, lookup: lookupName, records, expects }] of recordSets.entries()) {
    const set = at + 1;
    const schema = importSchema(name);
    const lookup = schema && lookupNamed(schema, lookupName);
    if (schema && lookup !== undefined) {
      const read = readSet(
        { schema, lookup, set, first: number, custom: customReading(schema, declared), expects },
        records,
      );
      sets.push(read.set);
      problems.push(read.problems);
    } else {
      setProblems.push(describeSet(set, schema, schema ? lookupName : name));
    }
    number += records.length;
  }
  const titles = new Map(declared.map(({ id, title }) => [customKey(id), title]));
  return { sets, records: number - 1, problems: problems.flat(), setProblems, titles };
}

function describeSet(set: number, schema: ImportSchema | undefined, named: string): string {
  return schema
    ? `set ${set}: lookup: expected one of: ${schema.lookups.join(', ')}; not ${shownName(named)}`
    : `set ${set}: schema: expected one of: client, professional, list, ListItem.<list name>, ` +
        `interestAccount, issue, role; not ${shownName(named)}`;
}

interface SetPlace {
  readonly schema: ImportSchema;
  readonly lookup: string;
  readonly set: number;
  readonly first: number;
  readonly custom: CustomReading | undefined;
  readonly expects: RecordSets[number]['expects'];
}

type RawRecord = Readonly<Record<string, unknown>>;

function readSet(
  place: SetPlace,
  raw: readonly RawRecord[],
): { set: ImportSet; problems: readonly RecordProblem[] } {
  const { lookup, set, first, custom, expects } = place;
  const schema = custom?.schema ?? place.schema;
  const problems: RecordProblem[] = [];
  const records: ImportRecord[] = [];
  const seen = new Map<string, number>();
  for (const [at, sent] of raw.entries()) {
    const where = { number: first + at, set, record: at + 1 };
    const { record, wrong } = checked(sent, place);
    problems.push(...wrong.map((problem) => ({ ...where, ...problem })));
    if (wrong.length > 0) continue;
    const twin = twinOf({ place, record, seen }, where.number);
    if (twin !== undefined) {
      problems.push({ ...where, field: lookup, ...reasonOf('repeated_in_request', { record: twin }) });
    }
    const expected = expects?.[at];
    records.push({ ...where, ...readRecord(schema, lookup, record), ...(expected && { expected }) });
  }
  return { set: { set, schema, lookup, records }, problems };
}

/** The record under its stored field names. Its problems use the names that were sent. */
function checked(
  sent: RawRecord,
  { schema, lookup, custom }: SetPlace,
): { record: RawRecord; wrong: readonly FieldProblem[] } {
  const fields = Object.keys(sent).length;
  if (fields > limits.recordFields) {
    const reason = reasonOf('too_many_fields', { count: fields, most: limits.recordFields });
    return { record: {}, wrong: [{ field: lookup, ...reason }] };
  }
  if (!custom) return { record: sent, wrong: checkRecord(schema, sent, { lookup }) };
  const { record, twice } = custom.titled(sent);
  const wrong = [...twice, ...checkRecord(schema, record, { lookup, extra: custom.extra })];
  return { record: custom.kept(record), wrong };
}

/** The number of an earlier record with the same lookup value. */
function twinOf(
  { place, record, seen }: { place: SetPlace; record: RawRecord; seen: Map<string, number> },
  number: number,
): number | undefined {
  const spec = place.schema.fields[place.lookup];
  const value = spec ? matchingValue(spec, record[place.lookup]) : '';
  const twin = seen.get(value);
  if (twin === undefined) seen.set(value, number);
  return twin;
}

function readRecord(
  schema: ImportSchema,
  lookup: string,
  record: RawRecord,
): Pick<ImportRecord, 'lookupValue' | 'changes' | 'deletes'> {
  const { id, deleted, ...values } = changesOf(schema.fields, record);
  const lookupValue = (lookup === 'id' ? id : values[lookup]) ?? null;
  return { lookupValue, changes: values, deletes: deleted === true };
}

/** The lists that must exist: sets of items name them, and no earlier set creates them. */
export function listsNeeded({ sets }: ImportRequest): { set: number; listName: string }[] {
  const created = new Set<string>();
  const needed: { set: number; listName: string }[] = [];
  for (const { set, schema, records } of sets) {
    const { listName } = schema;
    if (listName !== undefined && !created.has(foldSpace(listName))) needed.push({ set, listName });
    if (schema.collection !== 'list') continue;
    for (const { changes } of records) created.add(foldSpace(String(changes['name'] ?? '')));
  }
  return needed;
}

export function setOf({ sets }: ImportRequest, number: number): ImportSet {
  const found = sets.find(({ set }) => set === number);
  if (!found) throw new TypeError(`There is no record set ${number}.`);
  return found;
}

/** A record by its number. The records of a set have consecutive numbers once the first checks have passed. */
export const recordOf = ({ records }: ImportSet, number: number): ImportRecord | undefined =>
  records[number - (records[0]?.number ?? 0)];
