import { isSame, type Draft } from './draft.ts';

/** Columns that are joined to one field in this order, with this text between them. */
export interface Join {
  readonly field: string;
  readonly columns: readonly string[];
  readonly with: string;
}

/** What the profile states where nothing else does. */
const space = ' ';

export function joinsOf({ join }: Pick<Draft, 'join'>): Join[] {
  return Object.entries(join).map(([field, stated]) =>
    Array.isArray(stated)
      ? { field, columns: stated, with: space }
      : { field, columns: stated.columns, with: stated.with ?? space },
  );
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
