import { fieldNamed, foldName, type ImportSchema } from '@sluice/contract';
import * as z from 'zod';
import { layouts } from '../../layouts/index.ts';
import { fieldsOf } from '../profile/profile.ts';
import type { Layout } from './layout.ts';
import type { SampledColumn } from './uses.ts';

/** Columns whose field is known from a layout or from the profile that there is. */
export interface Known {
  readonly mapped: readonly KnownField[];
  /** Indexes of columns that stay left out, with the reason. */
  readonly ignored: ReadonlyMap<number, string>;
  /** Headers that the profile maps and the sheet lacks, by field. */
  readonly missing: ReadonlyMap<string, string>;
  /** Fields that no column may have. */
  readonly taken: ReadonlySet<string>;
  /** The columns of joins that the sheet lacks, by field. */
  readonly missingParts: ReadonlyMap<string, readonly string[]>;
  /** Nothing is guessed for the other columns. */
  readonly isWhole: boolean;
}

export interface KnownField {
  readonly field: string;
  readonly columns: readonly SampledColumn[];
  readonly with?: string;
  /** The field takes what is before this text in its cell. */
  readonly before?: string;
  readonly score: number;
  readonly why: string;
}

/** The layout with the most headers of those that the sheet has. */
export function layoutOf(header: readonly string[], schema?: ImportSchema): Layout | undefined {
  const present = new Set(header.map(foldName));
  return layouts
    .filter(({ profile }) => schema === undefined || profile.schema === schema.name)
    .filter(({ headers }) => headers.every((name) => present.has(foldName(name))))
    .toSorted((one, other) => other.headers.length - one.headers.length)[0];
}

interface Mapping extends Pick<Layout['profile'], 'join'> {
  readonly columns: Readonly<Record<string, string | readonly string[]>>;
}

/** The fields of a mapping, as far as the sheet has their columns. */
function mappedFields(
  { columns: fields, join = {} }: Mapping,
  columns: readonly SampledColumn[],
  about: Pick<KnownField, 'score' | 'why'>,
): KnownField[] {
  const find = (name: string) => columns.find(({ header }) => foldName(header) === foldName(name));
  const single = pairsOf(fields).flatMap(([name, field]) => {
    const column = find(name);
    return column === undefined ? [] : [{ field, columns: [column], ...about }];
  });
  const joined = Object.entries(join).flatMap(([field, parts]) => {
    const { names, by } =
      'columns' in parts ? { names: parts.columns, by: parts.with } : { names: parts, by: ' ' };
    const present = names.flatMap((name) => find(name) ?? []);
    return present.length === 0 ? [] : [{ field, columns: present, with: by, ...about }];
  });
  return [...single, ...joined];
}

/** Each header with each of its fields. */
function pairsOf(columns: Mapping['columns']): [string, string][] {
  return Object.entries(columns).flatMap(([name, fields]) =>
    fieldsOf(fields).map((field): [string, string] => [name, field]),
  );
}

export function knownByLayout(
  { program, profile, between, reasons = {} }: Layout,
  columns: readonly SampledColumn[],
): Known {
  const why = Object.entries(reasons).flatMap(([name, reason]) =>
    columns
      .filter(({ header }) => foldName(header) === foldName(name))
      .map(({ index }): [number, string] => [index, reason]),
  );
  const named = mappedFields(profile, columns, { score: 0.95, why: `${program} name it so` });
  const firstOf = `; of several in a cell with "${between?.trim()}" between them, the first is taken`;
  return {
    mapped: named.map((field) =>
      between === undefined || field.columns.length > 1
        ? field
        : { ...field, why: `${field.why}${firstOf}`, before: between },
    ),
    ignored: new Map(why),
    missing: new Map(),
    missingParts: new Map(),
    taken: new Set(),
    isWhole: true,
  };
}

const names = z.array(z.string());
const baseSchema = z.object({
  columns: z.record(z.string(), z.union([z.string(), names])).default({}),
  join: z.record(z.string(), z.union([names, z.object({ columns: names, with: z.string() })])).default({}),
  ignore: names.default([]),
  optional: names.default([]),
  constants: z.record(z.string(), z.unknown()).default({}),
});

export function knownByProfile(
  base: Readonly<Record<string, unknown>>,
  columns: readonly SampledColumn[],
  schema: ImportSchema,
): Known {
  const { columns: fields, join, ignore, optional, constants } = baseSchema.parse(base);
  const present = new Set(columns.map(({ header }) => foldName(header)));
  const mayLack = new Set(optional.map(foldName));
  const isLacking = (name: string) => !present.has(foldName(name)) && !mayLack.has(foldName(name));
  const lackingParts = Object.entries(join).map(([field, parts]): [string, string[]] => [
    fieldIn(schema, field),
    ('columns' in parts ? parts.columns : parts).filter(isLacking),
  ]);
  const broken = new Map(lackingParts.filter(([, names]) => names.length > 0));
  const whole = Object.entries(join).filter(([field]) => !broken.has(fieldIn(schema, field)));
  const mapped = mappedFields({ columns: fields, join: Object.fromEntries(whole) }, columns, {
    score: 1,
    why: 'the profile maps it',
  });
  const given = new Set(mapped.map(({ field }) => field));
  const lacking = pairsOf(fields).filter(
    ([name, field]) =>
      isLacking(name) &&
      !given.has(field) &&
      !columns.some(({ header }) => foldName(header) === foldName(field)),
  );
  return {
    mapped,
    ignored: new Map(
      columns
        .filter(({ header }) => ignore.some((name) => foldName(name) === foldName(header)))
        .map(({ index }) => [index, 'the profile ignores it']),
    ),
    missing: new Map(lacking.map(([name, field]) => [fieldIn(schema, field), name])),
    missingParts: broken,
    taken: new Set(Object.keys(constants).map((name) => fieldIn(schema, name))),
    isWhole: false,
  };
}

const fieldIn = (schema: ImportSchema, name: string): string => fieldNamed(schema, name) ?? name;
