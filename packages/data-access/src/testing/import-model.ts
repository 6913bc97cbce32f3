import { foldSpace } from '@sluice/contract';

type Fields = Record<string, unknown>;

interface Row {
  readonly kind: string;
  readonly id: string;
  readonly fields: Fields;
}

export interface ModelSet {
  readonly schema: string;
  readonly lookup: string;
  readonly records: readonly Fields[];
}

export interface Previewed {
  readonly outcomes: ReadonlyMap<number, string>;
  readonly refused: ReadonlySet<number>;
  /** The live records afterwards. A new one has the id `new <number>`. */
  readonly rows: readonly Row[];
}

const collections: Readonly<Record<string, string>> = {
  client: 'user',
  professional: 'user',
  role: 'role',
  list: 'list',
  interestaccount: 'interestAccount',
  issue: 'issue',
};
const references: Readonly<Record<string, string>> = { roleIds: 'role', requesterId: 'user' };

/** An independent model of imports, with a plain list of rows and no plans, claims or versions. */
export function previewOf(site: readonly Row[], sets: readonly ModelSet[]): Previewed {
  let rows = [...site];
  const outcomes = new Map<number, string>();
  const refused = new Set<number>();
  let number = 0;
  for (const { schema, lookup, records } of sets) {
    const kind = kindOf(schema, rows);
    const userType = collections[foldSpace(schema)] === 'user' ? foldSpace(schema) : undefined;
    for (const { deleted, ...given } of records) {
      number += 1;
      const wanted = given[lookup];
      const found = rows.find(
        (row) => row.kind === kind && (lookup === 'id' ? row.id : row.fields[lookup]) === wanted,
      );
      const { id: _, ...values } = given;
      if (kind === undefined || (found && userType !== undefined && found.fields['userType'] !== userType))
        refused.add(number);
      else if (deleted === true) {
        outcomes.set(number, found ? 'deleted' : 'unchanged');
        rows = rows.filter((row) => row !== found);
      } else if (!found && lookup === 'id') refused.add(number);
      else {
        const before: Fields = found?.fields ?? (userType === undefined ? {} : { userType });
        const changes = Object.entries(values).filter(([name, value]) => !isSame(before[name], value));
        const id = found?.id ?? `new ${number}`;
        if (!changes.every(([name, value]) => mayBe({ kind, id, name, value }, rows))) refused.add(number);
        else {
          outcomes.set(number, found ? (changes.length > 0 ? 'updated' : 'unchanged') : 'created');
          const row = { kind, id, fields: { ...before, ...Object.fromEntries(changes) } };
          rows = [...rows.filter((each) => each !== found), row];
        }
      }
    }
  }
  return { outcomes, refused, rows };
}

/** The kind of a set. Items need their list to exist by then. */
function kindOf(schema: string, rows: readonly Row[]): string | undefined {
  const [first = '', listName] = foldSpace(schema).split('.');
  if (listName === undefined) return collections[first];
  const list = rows.find(
    ({ kind, fields }) => kind === 'list' && foldSpace(String(fields['name'])) === listName,
  );
  return list && `listItem:${list.id}`;
}

interface Change {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly value: unknown;
}

/** The referenced records exist, and no other list has the name. */
function mayBe({ kind, id, name, value }: Change, rows: readonly Row[]): boolean {
  const target = references[name];
  if (target !== undefined)
    return [value].flat().every((wanted) => rows.some((row) => row.kind === target && row.id === wanted));
  const isTaken = (row: Row): boolean => row.kind === kind && row.id !== id && row.fields[name] === value;
  return !(kind === 'list' && name === 'name' && rows.some(isTaken));
}

/** Null, a missing field and an empty list all mean an empty field. */
export const isSame = (a: unknown, b: unknown): boolean => plain(a) === plain(b);
const plain = (value: unknown): string =>
  value === undefined || (Array.isArray(value) && value.length === 0) ? 'null' : JSON.stringify(value);
