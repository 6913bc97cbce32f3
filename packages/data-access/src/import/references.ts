import type { FieldProblem, FieldSpec } from '@sluice/contract';
import { lookupKey } from '../records/lookup.ts';
import type { Changes } from '../records/fields.ts';
import type { Json, Kind, RecordRef } from '../store/record.ts';
import type { LookupKey } from '../store/store.ts';
import type { ImportSet } from './import-request.ts';
import type { SiteView } from './site-view.ts';

/** A value that refers to a record of the target by its field `by`. */
export interface Reference {
  readonly field: string;
  readonly target: Kind;
  readonly by: string;
  /** Another field that an import may use instead. */
  readonly alsoBy?: string | undefined;
  readonly value: Json;
}

export function referencesOf({ schema }: ImportSet, changes: Changes): Reference[] {
  return Object.entries(changes).flatMap(([field, value]) => {
    const spec = schema.fields[field];
    return spec === undefined ? [] : referencesIn(field, spec, value);
  });
}

function referencesIn(field: string, spec: FieldSpec, value: Json): Reference[] {
  const { refersTo: target, refersBy: by = 'id', refersAlsoBy: alsoBy } = spec;
  if (target === undefined || value === null) return [];
  return (Array.isArray(value) ? value : [value]).map((each) => ({ field, target, by, alsoBy, value: each }));
}

export function neededFor(references: readonly Reference[]): { refs: RecordRef[]; keys: LookupKey[] } {
  return {
    refs: references.flatMap((reference) => refOf(reference) ?? []),
    keys: references.flatMap((reference) => [keyOf(reference) ?? [], nameKeyOf(reference) ?? []].flat()),
  };
}

const refOf = ({ target, by, value }: Reference): RecordRef | undefined =>
  by === 'id' ? { kind: target, id: String(value) } : undefined;

const keyOf = ({ target, by, value }: Reference): LookupKey | undefined =>
  by === 'id' ? undefined : lookupKey(target, by, value);

const nameKeyOf = ({ target, alsoBy, value }: Reference): LookupKey | undefined =>
  alsoBy === undefined ? undefined : lookupKey(target, alsoBy, value);

/** Replaces each name that exactly one record has by its id. Any other name stays, and is a problem. */
export function withIds(set: ImportSet, changes: Changes, view: SiteView): Changes {
  const named = Object.entries(changes).flatMap(([field, value]): [string, Json][] => {
    const spec = set.schema.fields[field];
    if (spec?.refersAlsoBy === undefined || value === null) return [];
    const ids = referencesIn(field, spec, value).map((reference) => idOf(view, reference) ?? reference.value);
    // A role that is named twice, by its name and by its id, is one role.
    return [[field, Array.isArray(value) ? [...new Set(ids)] : (ids[0] ?? null)]];
  });
  return { ...changes, ...Object.fromEntries(named) };
}

/** The id of the referenced record. An id wins over a name with the same spelling. */
function idOf(view: SiteView, reference: Reference): string | undefined {
  const ref = refOf(reference);
  if (ref !== undefined && view.get(ref) !== undefined) return ref.id;
  const named = namedSo(view, reference);
  return named.length === 1 ? named[0]?.id : undefined;
}

function namedSo(view: SiteView, reference: Reference): ReturnType<SiteView['find']> {
  const key = nameKeyOf(reference);
  return key === undefined ? [] : view.find(key);
}

/** How many characters of a name a refusal shows. */
const nameShown = 100;

/** The problem of a reference; undefined when it names exactly one record. */
export function referenceProblem(view: SiteView, reference: Reference): FieldProblem | undefined {
  const { field, target, by, alsoBy, value } = reference;
  const key = keyOf(reference);
  if (key !== undefined && view.find(key).length > 0) return undefined;
  if (idOf(view, reference) !== undefined) return undefined;
  if (alsoBy === undefined) return { field, expected: `the ${by} of an existing ${target}` };
  const shown = JSON.stringify(String(value).slice(0, nameShown).toWellFormed());
  const several = namedSo(view, reference);
  const ids = several.slice(0, 5).map(({ id }) => id);
  if (several.length > 1)
    return {
      field,
      expected: `the ${by} of one ${target}; ${several.length} have the ${alsoBy} ${shown}: ${ids.join(', ')}`,
    };
  return { field, expected: `the ${by} or the ${alsoBy} of an existing ${target}; there is no ${shown}` };
}
