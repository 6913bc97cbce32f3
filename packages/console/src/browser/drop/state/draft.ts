import { foldName } from '@sluice/contract';
import * as z from 'zod';

const names = z.array(z.string());
const joinSchema = z.union([names, z.looseObject({ columns: names, with: z.string().optional() })]);
/** For all columns, or by column or field. */
const forColumns = z.union([z.string(), z.record(z.string(), z.unknown())]).default({});

const columns = z.record(z.string(), z.union([z.string(), names]));
const join = z.record(z.string(), joinSchema);
const transforms = z.record(z.string(), z.array(z.unknown()));
/** What one of several records of a row has for itself. The page shows it, and leaves it as it is. */
const recordSchema = z.looseObject({ columns, join, transforms }).partial();

/** A profile while it is made: what this page changes of it. All else stays as it is. */
const draftSchema = z.looseObject({
  schema: z.string().default(''),
  lookup: z.string().default(''),
  columns: columns.default({}),
  join: join.default({}),
  transforms: transforms.default({}),
  records: z.array(recordSchema).default([]),
  optional: names.default([]),
  ignore: names.default([]),
  constants: z.record(z.string(), z.unknown()).default({}),
  blanks: z.record(z.string(), z.string()).default({}),
  dates: forColumns,
  decimals: forColumns,
  guardRails: z.record(z.string(), z.union([z.number(), z.string()])).default({}),
});
export type Draft = z.infer<typeof draftSchema>;

/** Whether two names mean the same column or field, however they are written. */
export const isSame = (one: string, other: string): boolean => foldName(one) === foldName(other);

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

function nameIn(draft: Draft, part: Part, known: readonly string[]): string | undefined {
  const names = Object.keys(draft[part]);
  return known.flatMap((one) => names.find((name) => isSame(one, name)) ?? [])[0];
}

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
