import { orText, reasonOf, shownValue, wordsOf, type FieldProblem, type FieldSpec } from '@sluice/contract';
import { lookupKey } from '../records/lookup.ts';
import type { Changes } from '../records/fields.ts';
import type { Json, Kind, RecordRef, StoredRecord } from '../store/record.ts';
import type { LookupKey } from '../store/store.ts';
import type { ImportSet } from './import-request.ts';
import type { SiteView } from './site-view.ts';

/** A value that refers to a record of the target by its field `by`, which is stored. */
export interface Reference {
  readonly field: string;
  readonly target: Kind;
  readonly by: string;
  /** Other fields that an import may use instead. */
  readonly alsoBy: readonly string[];
  readonly value: Json;
}

export function referencesOf({ schema }: ImportSet, changes: Changes): Reference[] {
  return Object.entries(changes).flatMap(([field, value]) => {
    const spec = schema.fields[field];
    return spec === undefined ? [] : referencesIn(field, spec, value);
  });
}

function referencesIn(field: string, spec: FieldSpec, value: Json): Reference[] {
  const { refersTo: target, refersBy: by = 'id', refersAlsoBy: alsoBy = [] } = spec;
  if (target === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map((each) => ({ field, target, by, alsoBy, value: each }));
}

/** What shows whether each value is already the one that is stored. */
export function neededFor(references: readonly Reference[]): { refs: RecordRef[]; keys: LookupKey[] } {
  return {
    refs: references.flatMap((reference) => refOf(reference) ?? []),
    keys: references.flatMap((reference) => keyOf(reference) ?? []),
  };
}

/** What finds the others, once `neededFor` is loaded. */
export function keysOfUnknown(view: SiteView, references: readonly Reference[]): LookupKey[] {
  return references.flatMap((reference) => (isStored(view, reference) ? [] : otherKeysOf(reference)));
}

const refOf = ({ target, by, value }: Reference): RecordRef | undefined =>
  by === 'id' ? { kind: target, id: String(value) } : undefined;

const keyOf = ({ target, by, value }: Reference): LookupKey | undefined =>
  by === 'id' ? undefined : lookupKey(target, by, value);

const otherKeysOf = ({ target, alsoBy, value }: Reference): LookupKey[] =>
  alsoBy.flatMap((field) => lookupKey(target, field, value) ?? []);

/** Replaces each value that only one record has by what is stored of that record. Any other value stays, and is a problem. */
export function withIds(set: ImportSet, changes: Changes, view: SiteView): Changes {
  const named = Object.entries(changes).flatMap(([field, value]): [string, Json][] => {
    const spec = set.schema.fields[field];
    if (spec?.refersAlsoBy === undefined || value === null) return [];
    const stored = referencesIn(field, spec, value).map(
      (reference) => resolved(view, reference) ?? reference.value,
    );
    // A role that is named twice, by its name and by its id, is one role.
    return [[field, Array.isArray(value) ? [...new Set(stored)] : (stored[0] ?? null)]];
  });
  return { ...changes, ...Object.fromEntries(named) };
}

/** Whether the value is what is stored of a record: its id, or its number. It takes precedence over an equal name. */
function isStored(view: SiteView, reference: Reference): boolean {
  const ref = refOf(reference);
  if (ref !== undefined) return view.get(ref) !== undefined;
  const key = keyOf(reference);
  return key !== undefined && view.find(key).length > 0;
}

/** What is stored of the record that the value names, if it is one. */
function resolved(view: SiteView, reference: Reference): Json | undefined {
  if (isStored(view, reference)) return reference.value;
  const records = namedBy(view, reference);
  const [record] = records;
  return record === undefined || records.length > 1 ? undefined : storedOf(record, reference);
}

const storedOf = ({ id, fields }: StoredRecord, { by }: Reference): Json | undefined =>
  by === 'id' ? id : (fields[by] ?? undefined);

/** The records that have the value in one of the other fields. If several have it in one field, these are enough. */
function namedBy(view: SiteView, { target, alsoBy, value }: Reference): readonly StoredRecord[] {
  const found = alsoBy.map((field) => {
    const key = lookupKey(target, field, value);
    return key === undefined ? [] : view.find(key);
  });
  const several = found.find((records) => records.length > 1);
  return several ?? [...new Map(found.flat().map((one) => [one.id, one])).values()];
}

const idsShown = 5;

export function idsText(records: readonly Pick<StoredRecord, 'id'>[], most = idsShown): string {
  const ids = records.slice(0, most).map(({ id }) => id);
  return records.length > most ? `${ids.join(', ')} and ${records.length - most} more` : ids.join(', ');
}

const withArticle = (noun: string): string => (/^[aeio]/u.test(noun) ? `an ${noun}` : `a ${noun}`);

/** The problem of a reference; undefined when it names exactly one record. Shows the value where it is one of a list. */
export function referenceProblem(view: SiteView, reference: Reference): FieldProblem | undefined {
  const { field, target: kind, by, alsoBy, value } = reference;
  if (resolved(view, reference) !== undefined) return undefined;
  const target = wordsOf(kind);
  const which = alsoBy.length === 0 ? '' : `, \`${shownValue(String(value))}\``;
  const ways = orText([by, ...alsoBy].map((way) => `the ${way}`));
  const records = namedBy(view, reference);
  const [record, ...others] = records;
  if (record === undefined) return { field, ...reasonOf('reference_unknown', { target, which, ways }) };
  if (others.length === 0)
    return {
      field,
      ...reasonOf('reference_incomplete', { target: withArticle(target), id: record.id, which, by, ways }),
    };
  const { length: count } = records;
  return { field, ...reasonOf('reference_ambiguous', { count, which, ids: idsText(records), by }) };
}
