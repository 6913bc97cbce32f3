import { foldCase, matchingValue, type FieldSpec, type FieldTable } from '@sluice/contract';
import type { Fields, Json, StoredRecord } from './record.ts';
import { searchableOf } from './searchables.ts';

/** The search data beside a record: the matching form of each filterable field, and the folded text `q`. */
export type SearchFacts = Readonly<Record<string, string | readonly string[]>>;

export function searchFacts(record: StoredRecord): SearchFacts {
  const { table, filterable, q } = searchableOf(record.kind);
  const facts = filterable.flatMap((name) => {
    const spec = table[name];
    const fact = spec && factOf(spec, record.fields[name]);
    return fact === undefined || fact.length === 0 ? [] : [[name, fact] as const];
  });
  const text = q.map((name) => textOf(record.fields, name)).filter((part) => part !== '');
  return { ...Object.fromEntries(facts), ...(text.length > 0 && { q: foldCase(text.join('\n')) }) };
}

function factOf(spec: FieldSpec, value: Json | undefined): string | string[] {
  // A flag that was never set is found as false.
  if (spec.type === 'boolean') return String(value === true);
  return Array.isArray(value) ? value.map((each) => matchingValue(spec, each)) : matchingValue(spec, value);
}

function textOf(fields: Fields, name: string): string {
  return leaves(fields[name] ?? null).join('\n');
}

/** The texts in a value: a text itself, those of a list, and the `text` of each message of a discussion. */
function leaves(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(leaves);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'text' || key === 'messages' ? leaves(inner) : [],
  );
}

/** The values that a filter asks for, normalised like the facts. Any of them matches. */
export function wantedValues(table: FieldTable, name: string, asked: unknown): ReadonlySet<string> {
  const spec = table[name];
  if (!spec) throw new TypeError(`No field ${name} to filter on.`);
  return new Set((Array.isArray(asked) ? asked : [asked]).map((value) => matchingValue(spec, value)));
}

export function holdsAny(facts: SearchFacts, name: string, wanted: ReadonlySet<string>): boolean {
  const fact = facts[name];
  if (fact === undefined) return false;
  return typeof fact === 'string' ? wanted.has(fact) : fact.some((value) => wanted.has(value));
}
