import { foldName } from '@sluice/contract';
import { isSame, type Draft } from './draft.ts';

/** Columns that are joined to one field in this order, with this text between them. */
export interface Join {
  readonly field: string;
  readonly columns: readonly string[];
  readonly with: string;
}

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
}

/** What the profile states where nothing else does. */
const space = ' ';

export function joinsOf({ join }: Draft): Join[] {
  return Object.entries(join).map(([field, stated]) =>
    Array.isArray(stated)
      ? { field, columns: stated, with: space }
      : { field, columns: stated.columns, with: stated.with ?? space },
  );
}

const joinsByName = (draft: Draft): Map<string, Join> =>
  new Map(joinsOf(draft).flatMap((join) => join.columns.map((name) => [foldName(name), join] as const)));

/** The fields that a draft gives to columns alone, by their folded names; none for those that it leaves out. */
function fieldsByName({ columns, ignore }: Draft): Map<string, readonly string[]> {
  const fields = Object.entries(columns).map(([name, named]) => [foldName(name), [named].flat()] as const);
  const leftOut = ignore.map((name) => [foldName(name), new Array<string>()] as const);
  return new Map([...leftOut, ...fields]);
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
  const stated = fieldsByName(draft);
  const joins = joinsByName(draft);
  const canBeNamed = namedOnceIn(header);
  const stops = draft['unknownColumns'] !== 'ignore';
  const shown = new Set<Join>();
  return header.flatMap((name, at): MappedRow[] => {
    const join = joins.get(foldName(name));
    if (join !== undefined) {
      const { columns, field } = join;
      const isFirst = !shown.has(join);
      shown.add(join);
      const row = { at, columns, field, fields: [field], of: 0, join };
      return isFirst ? [{ ...row, isNamed: columns.every(canBeNamed) }] : [];
    }
    const decided = stated.get(foldName(name)) ?? named(name);
    const fields = [decided ?? []].flat();
    const row = { at, columns: [name], fields, isNamed: canBeNamed(name) };
    if (decided === undefined && stops) return [{ ...row, of: 0, isUndecided: true }];
    return fields.length === 0 ? [{ ...row, of: 0 }] : fields.map((field, of) => ({ ...row, field, of }));
  });
}

function namedOnceIn(header: readonly string[]): (name: string) => boolean {
  const byName = Map.groupBy(header, foldName);
  return (name) => name.trim() !== '' && (byName.get(foldName(name)) ?? []).length < 2;
}

/** Gives a column these fields alone, or leaves it out. */
export function withFields(draft: Draft, header: string, fields: readonly string[]): Draft {
  const [field, ...others] = fields;
  if (field === undefined) {
    const rest = without(saidOfFields(draft, header), [header]);
    const optional = rest.optional.filter((name) => !isSame(name, header));
    return { ...rest, optional, ignore: [...rest.ignore, header] };
  }
  const rest = without(draft, [header]);
  return {
    ...rest,
    columns: { ...rest.columns, [header]: others.length === 0 ? field : [field, ...others] },
  };
}

/** Joins these columns to this field, wherever they were before. */
export function withJoin(draft: Draft, join: Join): Draft {
  const rest = without(join.columns.reduce(saidOfFields, draft), join.columns);
  return { ...rest, join: { ...rest.join, [join.field]: statedAs(join) } };
}

const statedAs = ({ columns, with: by }: Join): Draft['join'][string] =>
  by === space ? [...columns] : { columns: [...columns], with: by };

/** The draft without what it does with these columns. */
function without(draft: Draft, headers: readonly string[]): Draft {
  const isOther = (name: string): boolean => !headers.some((header) => isSame(name, header));
  const joins = joinsOf(draft).map((join) => ({ ...join, columns: join.columns.filter(isOther) }));
  const [whole, single] = [
    joins.filter(({ columns }) => columns.length > 1),
    // One column alone is no join.
    joins.flatMap(({ field, columns: [only, ...more] }) =>
      only === undefined || more.length > 0 ? [] : [[only, field] as const],
    ),
  ];
  const columns = Object.entries(draft.columns).filter(([name]) => isOther(name));
  return {
    ...draft,
    columns: Object.fromEntries([...columns, ...single]),
    join: Object.fromEntries(whole.map((join) => [join.field, statedAs(join)])),
    ignore: draft.ignore.filter(isOther),
  };
}

/** What a profile says of a column by its name would mean nothing without the column: it is said of its fields instead. */
function saidOfFields(draft: Draft, header: string): Draft {
  const [name, fields = []] = Object.entries(draft.columns).find(([one]) => isSame(one, header)) ?? [];
  if (name === undefined) return draft;
  const moved = <Part>(part: Readonly<Record<string, Part>>): Record<string, Part> => {
    const { [name]: said, ...rest } = part;
    if (said === undefined) return { ...part };
    return { ...Object.fromEntries([fields].flat().map((field) => [field, said])), ...rest };
  };
  const { transforms, blanks, dates, decimals } = draft;
  return {
    ...draft,
    transforms: moved(transforms),
    blanks: moved(blanks),
    dates: typeof dates === 'string' ? dates : moved(dates),
    decimals: typeof decimals === 'string' ? decimals : moved(decimals),
  };
}
