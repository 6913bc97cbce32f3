import { placeOf, type Table } from './table.ts';
import type { Item, Value } from './expressions.ts';

export interface Statement {
  readonly Statement: string;
  readonly Parameters?: readonly Value[];
}

export interface Write {
  readonly kind: 'insert' | 'update' | 'delete';
  readonly key: Item;
  /** What the item must have. */
  readonly found: Item;
  /** What it gets. */
  readonly set: Item;
}

const names = (list: string, form: RegExp): string[] => [...list.matchAll(form)].map(([, name = '']) => name);

/** Reads what adapters send: inserts of whole items, updates and deletions by equality. Refuses all else aloud. */
export function writeOf({ Statement, Parameters = [] }: Statement): Write {
  const valued = (fields: readonly string[], from = 0): Item =>
    Object.fromEntries(fields.map((name, at) => [name, Parameters[from + at] ?? {}]));
  const inserted = /^INSERT INTO "[^"]+" VALUE \{(.*)\}$/u.exec(Statement)?.[1];
  if (inserted !== undefined) {
    const set = valued(names(inserted, /'(\w+)': \?/gu));
    return { kind: 'insert', key: set, found: {}, set };
  }
  const parts = /^(DELETE FROM|UPDATE) "[^"]+"(?: SET (.*))? WHERE (.*)$/u.exec(Statement);
  if (parts === null) throw new Error(`The stand-in of DynamoDB cannot read: ${Statement}`);
  const [, verb, sets = '', where = ''] = parts;
  const set = names(sets, /"(\w+)" = \?/gu);
  const found = valued(names(where, /"(\w+)" = \?/gu), set.length);
  return { kind: verb === 'UPDATE' ? 'update' : 'delete', key: found, found, set: valued(set) };
}

/** The item after the write, or the code of its failure. A deletion of what is not there succeeds if it asks for nothing else. */
export function outcomeOf(
  { kind, key, found, set }: Write,
  table: Table,
): { readonly after: Item | undefined } | { readonly code: string } {
  const before = table.get(placeOf(key));
  if (kind === 'insert') return before === undefined ? { after: set } : { code: 'DuplicateItem' };
  const asked = Object.entries(found).filter(([name]) => kind === 'update' || before || !isKey(name));
  const isMet = asked.every(([name, value]) => JSON.stringify(before?.[name]) === JSON.stringify(value));
  if (!isMet) return { code: 'ConditionalCheckFailed' };
  return { after: kind === 'delete' ? undefined : { ...before, ...set } };
}

const isKey = (name: string): boolean => name === 'pk' || name === 'sk';
