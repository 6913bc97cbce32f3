import type { ImportSchema } from '@sluice/contract';
import { partsOfField, phones } from './dictionary.ts';
import type { Known, KnownField } from './known-columns.ts';
import { useOf, type SampledColumn, type Use } from './uses.ts';

export interface Assigned {
  readonly mapped: readonly KnownField[];
  /** Why the other columns are left out, by index. */
  readonly leftOut: ReadonlyMap<number, string>;
}

/** What the rows become, and by what they are found. */
interface Records {
  readonly schema: ImportSchema;
  readonly lookup: string | undefined;
}

type Candidate = Use & { readonly column: SampledColumn };

/** Gives each field the column that fits best, and each column one field. */
export function assign(
  columns: readonly SampledColumn[],
  known: Known,
  { schema, lookup }: Records,
): Assigned {
  const done = new Set(known.mapped.flatMap((field) => field.columns.map(({ index }) => index)));
  const mapped = [...known.mapped];
  const leftOut = new Map(known.ignored);
  const candidates: Candidate[] = [];
  for (const column of columns) {
    if (done.has(column.index) || leftOut.has(column.index) || column.header === '') continue;
    const use = column.isTwice ? { why: 'the sheet has two columns of this name' } : useOf(column, schema);
    const risk = use.concept === undefined ? use.why : riskOf(use, known, { schema, lookup });
    if (risk !== undefined) leftOut.set(column.index, risk);
    else if (use.concept !== undefined) candidates.push({ ...use, column });
  }
  const isFree = (field: string) => !known.taken.has(field) && !mapped.some((other) => other.field === field);
  const whole = withStreet(withNames(candidates)).filter((candidate) => {
    const isBlank = isBlankBeside(candidate, candidates);
    if (isBlank) leftOut.set(candidate.column.index, 'more rows have a last name than this');
    return !isBlank;
  });
  for (const { column, concept, score, why } of whole.toSorted((a, b) => b.score - a.score)) {
    const field = fieldOf(concept, { schema, known, isFree });
    if (field === undefined || partConcepts.has(concept)) continue;
    const by = mapped.find((other) => other.field === field)?.columns[0]?.header;
    if (isFree(field)) mapped.push({ field, columns: [column], score, why: phoneWhy(concept, field, why) });
    else
      leftOut.set(
        column.index,
        by === undefined ? `the profile sets ${field} for every row` : `${field} is filled from "${by}"`,
      );
  }
  for (const [field, parts] of Object.entries(partsOfField)) {
    const present = parts.flatMap((part) => whole.find(({ concept }) => concept === part) ?? []);
    if (present.length === 0) continue;
    if (Object.hasOwn(schema.fields, field) && isFree(field)) mapped.push(joined(field, present));
  }
  const used = new Set(mapped.flatMap((field) => field.columns.map(({ index }) => index)));
  for (const { column, why } of whole)
    if (!used.has(column.index) && !leftOut.has(column.index))
      leftOut.set(column.index, `${why}, and other columns have the whole`);
  return { mapped, leftOut };
}

const partConcepts: ReadonlySet<string> = new Set(Object.values(partsOfField).flat());

/** Why a use is not taken. A guess must not delete records, and a layout names all columns that it knows. */
function riskOf(
  { concept, score }: Use,
  { isWhole }: Known,
  { schema, lookup }: Records,
): string | undefined {
  if (concept === 'id' && lookup !== 'id') return 'ids of another program are not those of the service';
  if (score === 1) return undefined;
  if (concept === 'deleted') return 'it could delete records; map it to deleted yourself if it should';
  return isWhole ? `${schema.name} has no field for it` : undefined;
}

interface Place {
  readonly schema: ImportSchema;
  readonly known: Known;
  readonly isFree: (field: string) => boolean;
}

/** The phone of a column of phones: one that the profile misses, or the first that is free. */
function fieldOf(concept: string, { schema, known, isFree }: Place): string | undefined {
  if (Object.hasOwn(schema.fields, concept)) return concept;
  if (concept === 'phone') {
    const free = phones.filter(isFree);
    return free.find((field) => known.missing.has(field)) ?? free[0];
  }
  return concept === 'company' ? 'name' : partConcepts.has(concept) ? concept : undefined;
}

function phoneWhy(concept: string, field: string, why: string): string {
  return concept === 'phone' && field !== 'phone' ? `${why}; it could be ${phones.join(' or ')}` : why;
}

/** A name is a part of one where another column has the other part: `Name` beside `Vorname`. */
function withNames(candidates: readonly Candidate[]): Candidate[] {
  const has = (part: string) => candidates.some((other) => other.concept === part && !other.ambiguous);
  const [first, last] = [has('firstName'), has('lastName')];
  return candidates.map((candidate) => {
    const isName = candidate.concept === 'name' || candidate.ambiguous === true;
    if (!isName || first === last) return candidate;
    const [part, other] = first ? (['lastName', 'first'] as const) : (['firstName', 'last'] as const);
    return { ...candidate, concept: part, score: 0.7, why: `another column has the ${other} name` };
  });
}

/** An address beside a city is only its street, unless its cells have the city too. */
function withStreet(candidates: readonly Candidate[]): Candidate[] {
  const has = (part: string) => candidates.find(({ concept }) => concept === part)?.column.cells;
  const cities = has('city') ?? has('postalCode');
  if (cities === undefined || has('street') !== undefined) return [...candidates];
  return candidates.map((candidate) => {
    const { concept, column, why } = candidate;
    const holdsCity = column.cells.some((cell, at) => cities[at]?.trim() && cell.includes(cities[at].trim()));
    return concept !== 'address' || holdsCity
      ? candidate
      : { ...candidate, concept: 'street', why: `${why}, and another column has the city` };
  });
}

/** Whether a whole name is blank in rows that have a last name. */
function isBlankBeside({ concept, column }: Candidate, candidates: readonly Candidate[]): boolean {
  const last = candidates.find((other) => other.concept === 'lastName')?.column.cells ?? [];
  return concept === 'name' && column.cells.some((cell, at) => cell.trim() === '' && last[at]?.trim());
}

function joined(field: string, parts: readonly Candidate[]): KnownField {
  const score = Math.min(...parts.map((part) => part.score));
  const columns = parts.map(({ column }) => column);
  const why = parts.map((part) => part.why).join('; ');
  if (parts.length > 1) return { field, columns, with: field === 'name' ? ' ' : ', ', score, why };
  return { field, columns, score: Math.min(score, 0.5), why: `${why}, and no column has the rest` };
}
