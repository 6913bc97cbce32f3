import { foldName } from '@sluice/contract';
import * as z from 'zod';

const names = z.array(z.string());
const joinSchema = z.union([names, z.looseObject({ columns: names })]);

/** A profile while it is made: what this page changes of it. All else stays as it is. */
const draftSchema = z.looseObject({
  schema: z.string().default(''),
  lookup: z.string().default(''),
  columns: z.record(z.string(), z.union([z.string(), names])).default({}),
  join: z.record(z.string(), joinSchema).default({}),
  transforms: z.record(z.string(), z.array(z.unknown())).default({}),
  ignore: names.default([]),
  constants: z.record(z.string(), z.unknown()).default({}),
  blanks: z.record(z.string(), z.string()).default({}),
  guardRails: z.record(z.string(), z.union([z.number(), z.string()])).default({}),
});
export type Draft = z.infer<typeof draftSchema>;

/** Undefined for what is no profile. */
export function draftOf(text: string): Draft | undefined {
  try {
    return draftSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** As JSON, without the parts that say nothing. */
export function textOf(draft: Draft): string {
  const said = Object.entries(draft).filter(
    ([, part]) => typeof part !== 'object' || part === null || Object.keys(part).length > 0,
  );
  return `${JSON.stringify(Object.fromEntries(said), null, 2)}\n`;
}

const isSame = (one: string, other: string): boolean => foldName(one) === foldName(other);

/** What a draft says about a column: its fields, or that it is left out; undefined if it says nothing. */
export function statedFor({ columns, join, ignore }: Draft, header: string): string | undefined {
  const [, fields] = Object.entries(columns).find(([name]) => isSame(name, header)) ?? [];
  if (fields !== undefined) return [fields].flat().join(', ');
  const [joined] =
    Object.entries(join).find(([, parts]) => partsOf(parts).some((one) => isSame(one, header))) ?? [];
  if (joined !== undefined) return joined;
  return ignore.some((name) => isSame(name, header)) ? '' : undefined;
}

type Join = z.infer<typeof joinSchema>;
const partsOf = (join: Join): readonly string[] => (Array.isArray(join) ? join : join.columns);

/** Gives a column this field alone, or leaves it out. */
export function withField(draft: Draft, header: string, field: string | undefined): Draft {
  const rest = without(draft, header);
  return field === undefined
    ? { ...rest, ignore: [...rest.ignore, header] }
    : { ...rest, columns: { ...rest.columns, [header]: field } };
}

function without(draft: Draft, header: string): Draft {
  const isOther = (name: string): boolean => !isSame(name, header);
  const columns = Object.entries(draft.columns).filter(([name]) => isOther(name));
  const joins = Object.entries(draft.join).map(([field, join]) => ({
    field,
    join,
    parts: partsOf(join).filter(isOther),
  }));
  const [whole, single] = [
    joins.filter(({ parts }) => parts.length > 1),
    joins.filter(({ parts }) => parts.length === 1),
  ];
  return {
    ...draft,
    // One column alone is no join.
    columns: Object.fromEntries([
      ...columns,
      ...single.map(({ field, parts: [part = ''] }) => [part, field]),
    ]),
    join: Object.fromEntries(
      whole.map(({ field, join, parts }) => [
        field,
        Array.isArray(join) ? parts : { ...join, columns: parts },
      ]),
    ),
    ignore: draft.ignore.filter(isOther),
  };
}

type Part = 'transforms' | 'blanks' | 'constants' | 'guardRails';

/** What a part of the draft says of a field, which it may name by its column. */
export function entryOf<P extends Part>(
  draft: Draft,
  part: P,
  ...known: readonly string[]
): Draft[P][string] | undefined {
  const name = nameIn(draft, part, known);
  return name === undefined ? undefined : (draft[part][name] as Draft[P][string]);
}

const nameIn = (draft: Draft, part: Part, known: readonly string[]): string | undefined =>
  Object.keys(draft[part]).find((name) => known.some((one) => isSame(one, name)));

/** The draft with another entry for the first of these names; without it if it is undefined. */
export function withEntry<P extends Part>(
  draft: Draft,
  part: P,
  {
    names: known,
    value,
  }: { readonly names: readonly string[]; readonly value: Draft[P][string] | undefined },
): Draft {
  const name = nameIn(draft, part, known) ?? known[0] ?? '';
  const { [name]: _, ...rest } = draft[part];
  return { ...draft, [part]: value === undefined ? rest : { ...rest, [name]: value } };
}

/** One step a line, as JSON or as its name. */
export const stepLines = (steps: readonly unknown[]): string =>
  steps.map((step) => (typeof step === 'string' ? step : JSON.stringify(step))).join('\n');

export const stepsIn = (lines: string): unknown[] =>
  lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(valueOf);

/** A value as somebody writes it: JSON where it is JSON, else text. */
export function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.trim();
  }
}
