import { foldName } from '@sluice/contract';
import { joinsOf, type Join } from './draft-columns.ts';
import type { Draft } from './draft.ts';

/** A row of the mapping: a column, or several that are joined, with a field that they fill. */
export interface MappedRow {
  /** The place of its first column in the sheet, from 0. */
  readonly at: number;
  readonly columns: readonly string[];
  /** Absent if they are left out, or nothing is decided. */
  readonly field?: string | undefined;
  /** The draft says nothing of the column, so it stops a run. */
  readonly isUndecided?: true;
  /** All fields of the column, and which of them this row has, from 0. */
  readonly fields: readonly string[];
  readonly of: number;
  /** Whether a profile can name its columns: each has a name, and no other column has the same. */
  readonly isNamed: boolean;
  readonly join?: Join;
  /** Where a row of the sheet has several records: which of them has this, from 1. Absent for what all have. */
  readonly record?: number | undefined;
}

/** What the draft states of columns, by their folded names, for all records or for one. */
interface Stated {
  readonly record?: number;
  /** Of columns alone; none for those that are left out. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly joins: ReadonlyMap<string, Join>;
}

/**
 * The rows of the mapping as the sheet has their columns. Joined ones stand where the first of them is. `named` knows the fields
 * of columns of which the draft says nothing.
 */
export function rowsOf(
  draft: Draft,
  header: readonly string[],
  named: (name: string) => string | undefined = () => undefined,
): MappedRow[] {
  const canBeNamed = namedOnceIn(header);
  const stops = draft['unknownColumns'] !== 'ignore';
  const all = statedIn(draft);
  const shown = new Set<Join>();
  return header.flatMap((name, at): MappedRow[] => {
    const key = foldName(name);
    const column = { at, columns: [name], isNamed: canBeNamed(name) };
    const stating = all.filter(({ fields, joins }) => fields.has(key) || joins.has(key));
    if (stating.length === 0) {
      const field = named(name);
      if (field === undefined && stops) return [{ ...column, fields: [], of: 0, isUndecided: true }];
      return alone(column, field === undefined ? [] : [field]);
    }
    return stating.flatMap(({ record, fields, joins }) => {
      const join = joins.get(key);
      if (join === undefined) return alone({ ...column, record }, fields.get(key));
      if (shown.has(join)) return [];
      shown.add(join);
      const { columns, field } = join;
      const isNamed = columns.every(canBeNamed);
      return [{ at, columns, field, fields: [field], of: 0, isNamed, join, record }];
    });
  });
}

/** A row for each field of a column. */
function alone(
  column: Pick<MappedRow, 'at' | 'columns' | 'isNamed' | 'record'>,
  fields: readonly string[] = [],
): MappedRow[] {
  const row = { ...column, fields };
  return fields.length === 0 ? [{ ...row, of: 0 }] : fields.map((field, of) => ({ ...row, field, of }));
}

function statedIn({ columns, join, ignore, records }: Draft): Stated[] {
  const leftOut = ignore.map((name) => [foldName(name), new Array<string>()] as const);
  return [
    { fields: new Map([...leftOut, ...fieldsByName(columns)]), joins: joinsByName(join) },
    ...records.map((record, at) => ({
      record: at + 1,
      fields: fieldsByName(record.columns),
      joins: joinsByName(record.join),
    })),
  ];
}

const fieldsByName = (columns: Draft['columns'] = {}): Map<string, readonly string[]> =>
  new Map(Object.entries(columns).map(([name, named]) => [foldName(name), [named].flat()]));

const joinsByName = (join: Draft['join'] = {}): Map<string, Join> =>
  new Map(joinsOf({ join }).flatMap((one) => one.columns.map((name) => [foldName(name), one])));

function namedOnceIn(header: readonly string[]): (name: string) => boolean {
  const byName = Map.groupBy(header, foldName);
  return (name) => name.trim() !== '' && (byName.get(foldName(name)) ?? []).length < 2;
}
