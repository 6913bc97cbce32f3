import { foldName, type ImportSchema } from '@sluice/contract';
import type { Assigned } from './assign.ts';
import type { Known, KnownField } from './known-columns.ts';
import type { Layout } from './layout.ts';
import type { SampledColumn } from './uses.ts';

/** What a proposal does with one column, or with several that are joined. */
export interface Choice {
  /** As written in the sheet. */
  readonly columns: readonly string[];
  /** Absent for a column that is left out. */
  readonly field?: string;
  /** From 0 to 1; 1 is certain. */
  readonly score: number;
  readonly why: string;
}

/** A profile that a person can take, and why each column is where it is. */
export interface Proposal {
  /** The program whose export it is, such as `Salesforce contacts`. */
  readonly layout?: string;
  /** JSON that can be saved as it stands. */
  readonly profile: Readonly<Record<string, unknown>>;
  readonly choices: readonly Choice[];
}

interface Settled {
  readonly schema: ImportSchema;
  readonly known: Known;
  readonly assigned: Assigned;
  readonly columns: readonly SampledColumn[];
  readonly layout: Layout | undefined;
  readonly base: Readonly<Record<string, unknown>> | undefined;
  readonly lookup: string | undefined;
  readonly headerRow: number | undefined;
}

/** The profile of what was assigned. Undefined if no column can find records. */
export function settle(settled: Settled): Proposal | undefined {
  const { schema, known, assigned, columns, layout, base, lookup: asked, headerRow } = settled;
  const { mapped, leftOut } = assigned;
  const lookup = asked ?? text(base?.lookup) ?? guessedLookup(schema, mapped);
  const hasLookup = mapped.some(({ field }) => foldName(field) === foldName(lookup ?? ''));
  if (lookup === undefined || !hasLookup) return undefined;
  const named = columns.filter(({ header }) => header !== '');
  const ignored = named.filter(({ index }) => leftOut.has(index));
  const isLacking = ([field]: readonly [string, unknown]) => !mapped.some((other) => other.field === field);
  const lackingParts = [...known.missingParts]
    .filter(isLacking)
    .flatMap(([field, names]) => names.map((name): [string, string] => [field, name]));
  const lacking = [...[...known.missing].filter(isLacking), ...lackingParts];
  const single = mapped.filter((field) => field.columns.length === 1);
  const several = mapped.filter((field) => field.columns.length > 1);
  const ignoresAll = base?.unknownColumns === 'ignore';
  // An empty join is not merged.
  const { join: _join, ...kept } = { join: undefined, ...base };
  const profile = {
    ...kept,
    schema: text(base?.schema) ?? schema.name,
    lookup,
    ...merged(
      'columns',
      base,
      single.map(({ field, columns: [column] }) => [column?.header ?? '', field]),
    ),
    ...merged('join', withoutJoins(base, mapped), several.map(joinOf)),
    ...merged(
      'transforms',
      base,
      mapped.flatMap(({ field, before }) => (before === undefined ? [] : [[field, [{ before }]]])),
    ),
    ...listed(
      'optional',
      base,
      lacking.map(([, header]) => header),
    ),
    ...listed('ignore', base, ignoresAll ? [] : ignored.map(({ header }) => header)),
    ...(headerRow !== undefined && { reading: { ...(base?.reading as object), headerRow } }),
  };
  const choices = [
    ...mapped.map((field) => ({ at: field.columns[0]?.index ?? 0, choice: choiceOf(field) })),
    ...ignored.map(({ index, header }) => ({
      at: index,
      choice: { columns: [header], score: 0, why: leftOut.get(index) ?? '' },
    })),
  ].toSorted((one, other) => one.at - other.at);
  const missing = lacking.map(([field, header]) => ({
    columns: [header],
    field,
    score: 0.3,
    why: 'the sheet lacks this column, and no other one seems to have it, so the profile makes it optional',
  }));
  return {
    ...(layout && { layout: layout.program }),
    profile,
    choices: [...choices.map(({ choice }) => choice), ...missing],
  };
}

function choiceOf({ field, columns, score, why }: KnownField): Choice {
  return { columns: columns.map(({ header }) => header), field, score: Math.round(score * 100) / 100, why };
}

function joinOf({ field, columns, with: by = ' ' }: KnownField): [string, unknown] {
  const names = columns.map(({ header }) => header);
  return [field, by === ' ' ? names : { columns: names, with: by }];
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** What the profile has stays, in its own writing. */
function merged(key: string, base: Settled['base'], added: readonly (readonly [string, unknown])[]) {
  const before = Object.entries(base?.[key] ?? {});
  const has = new Set(before.map(([name]) => foldName(name)));
  const entries = [...before, ...added.filter(([name]) => !has.has(foldName(name)))];
  return entries.length === 0 ? {} : { [key]: Object.fromEntries(entries) };
}

/** A join with a column that the sheet lacks is made anew. */
function withoutJoins(base: Settled['base'], mapped: readonly KnownField[]): Settled['base'] {
  const joins = Object.entries(base?.join ?? {});
  const isMapped = (name: string) => mapped.some(({ field }) => foldName(field) === foldName(name));
  return { ...base, join: Object.fromEntries(joins.filter(([name]) => !isMapped(name))) };
}

function listed(key: string, base: Settled['base'], added: readonly string[]) {
  const before = (base?.[key] ?? []) as readonly string[];
  const has = new Set(before.map(foldName));
  const all = [...before, ...added.filter((name) => !has.has(foldName(name)))];
  return all.length === 0 ? {} : { [key]: [...new Map(all.map((name) => [foldName(name), name])).values()] };
}

/** The first lookup that every row of the sample has, each another; else the first that there is. */
function guessedLookup({ lookups }: ImportSchema, mapped: readonly KnownField[]): string | undefined {
  const order = ['email', 'ownerNumber', 'identifier', 'username', 'code', 'name', 'title'];
  const found = order.flatMap((name) =>
    lookups.includes(name) ? mapped.filter(({ field }) => field === name) : [],
  );
  const finds = ({ columns }: KnownField) => {
    const cells = columns[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
    return !cells.includes('') && new Set(cells).size === cells.length;
  };
  return (found.find(finds) ?? found[0])?.field;
}
