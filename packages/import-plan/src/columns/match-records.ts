import { foldName, reasonOf } from '@sluice/contract';
import type { Column } from './column.ts';
import { matchColumns } from './match-columns.ts';
import { PlanError } from '../plan-error.ts';
import { withCustomHeaders } from '../profile/custom-columns.ts';
import { PatternWork } from '../transforms/pattern-work.ts';
import type { Settings } from '../profile/settings.ts';

/** What one of the records of a row is made of. */
export interface RecordPart {
  readonly settings: Settings;
  readonly columns: readonly Column[];
}

/** Matches the columns of each record of a row. @throws PlanError if the sheet as a whole does not fit the settings */
export function matchRecords(header: readonly string[], settings: Settings): RecordPart[] {
  const work = new PatternWork();
  const parts = [withCustomHeaders(settings, header), ...settings.also].map((one) => ({
    settings: one,
    columns: matchColumns(header, one, work),
  }));
  if (parts.length > 1) checkLookups(parts);
  return parts;
}

/** Two records of a row with one lookup would be one record. */
function checkLookups(parts: readonly RecordPart[]): void {
  const lookups = parts.flatMap(({ settings, columns }) =>
    columns.filter(
      ({ target, transformed }) => target?.field === settings.lookup && transformed === undefined,
    ),
  );
  const placeOf = ({ index, of = index, join }: Column) => (join?.parts ?? [of]).join();
  for (const [column, ...others] of Map.groupBy(lookups, placeOf).values()) {
    if (column?.target === undefined || others.length === 0) continue;
    const { header, target } = column;
    throw new PlanError(reasonOf('shared_lookup', { name: header, field: target.field }), [header]);
  }
}

/** The columns that a record names itself: the row has no such record if all of them are blank. */
export function ownColumns({ settings, columns }: RecordPart, header: readonly string[]): Column[] {
  return columns.filter(({ target, index, of = index, join }) => {
    const places = join?.parts ?? [of];
    return target !== undefined && places.some((place) => settings.own.has(foldName(header[place] ?? '')));
  });
}

/**
 * The columns of all records of a row: each of the sheet once, and after them what else they are used for, such as by another
 * record for another field.
 */
export function columnsOfRecords(parts: readonly RecordPart[], width: number): readonly Column[] {
  const [first, ...others] = parts;
  if (first === undefined || others.length === 0) return first?.columns ?? [];
  const uses = first.columns.slice(0, width).map((column, at) => usesOf(parts, at) ?? [column]);
  const further = parts.flatMap((part, at) =>
    part.columns.slice(width).map((column) => ({ ...column, record: at + 1 })),
  );
  const elsewhere = uses.flatMap((ofColumn, of) =>
    ofColumn.slice(1).map((column) => ({ of, ...column, index: width })),
  );
  return [...uses.flatMap(([own]) => own ?? []), ...elsewhere, ...further];
}

/** What the records of a row use a column for: once where all that use it do so alike. Undefined where none uses it. */
function usesOf(parts: readonly RecordPart[], at: number): Column[] | undefined {
  const uses = parts.flatMap(({ columns }, part) => {
    const column = columns[at];
    const isUsed = column?.target !== undefined || column?.partOf !== undefined;
    return isUsed ? [{ ...column, record: part + 1 }] : [];
  });
  const [own, ...others] = uses;
  if (own === undefined) return undefined;
  const isAlike = ({ target, partOf }: Column) =>
    target?.field === own.target?.field && partOf === own.partOf;
  const { record: _, ...shared } = own;
  return others.length > 0 && others.every(isAlike) ? [shared] : uses;
}

/** The headers by field, where all records of a row have the same. */
export function headersOf(parts: readonly RecordPart[]): Readonly<Record<string, string>> {
  const pairs = parts.flatMap(({ columns }) =>
    columns.flatMap(({ target, header }) => (target ? [[target.field, header] as const] : [])),
  );
  const byField = Map.groupBy(pairs, ([field]) => field);
  const same = [...byField.values()].filter((ofField) => new Set(ofField.map(([, name]) => name)).size === 1);
  return Object.fromEntries(same.flatMap(([first]) => (first ? [first] : [])));
}
