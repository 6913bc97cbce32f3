import type { ImportCall, RecordSet, Row, ServiceOptions } from './service-options.ts';

export interface Stored {
  readonly record: Row;
  readonly importId: string;
  readonly created: number;
  readonly written: number;
}

export interface Import extends ImportCall {
  readonly importId: string;
  readonly sets: readonly RecordSet[];
  readonly refusal: string | undefined;
  readonly doneAt: number;
  /** One for each record, once it is done: its number, what was done, and its id. */
  outcomes: readonly (readonly [number, string, string])[] | undefined;
  /** The records as they were, by lookup. */
  before: Map<string, Row | undefined>;
  undo: { readonly at: number; isDone: boolean } | undefined;
}

export function rowsOf(sets: readonly RecordSet[]) {
  return sets.flatMap(({ lookup, records }, set) =>
    records.map((record, at) => ({ record, lookup: String(record[lookup]), set: set + 1, at: at + 1 })),
  );
}

/** What an import answers about the records that it refuses. */
export function refusalOf(
  sets: readonly RecordSet[],
  { refuse, names = 'all' }: ServiceOptions,
): string | undefined {
  if (refuse === undefined) return undefined;
  const problems = rowsOf(sets).flatMap(({ record, set, at }, index) => {
    const problem = refuse(record);
    return problem === undefined ? [] : [`record ${index + 1} (set ${set}, record ${at}): ${problem}`];
  });
  if (problems.length === 0) return undefined;
  if (names === 'none') return 'the data is not as expected';
  return names === 'all' ? problems.join('\n') : problems[0];
}

interface Truth {
  readonly records: Map<string, Stored>;
  /** By lookup, the run that deleted a record last. */
  readonly deletedBy: Map<string, string>;
  readonly violations: string[];
  /** What the dry run that an import names has found. */
  readonly seen: ReadonlyMap<string, Row | undefined> | undefined;
}

export function apply(made: Import, truth: Truth): void {
  if (made.refusal !== undefined) return;
  const rows = rowsOf(made.sets);
  made.before = new Map(rows.map(({ lookup }) => [lookup, truth.records.get(lookup)?.record]));
  made.outcomes = rows.map(({ record, lookup }, index) => [
    index + 1,
    applyRow({ record, lookup }, made, truth),
    `id-${lookup}`,
  ]);
}

function applyRow(
  { record, lookup }: { readonly record: Row; readonly lookup: string },
  { dryRun, importId, run }: Import,
  { records, violations, deletedBy, seen }: Truth,
): string {
  const known = records.get(lookup);
  const isUnmet = seen !== undefined && seen.get(lookup) !== known?.record;
  if (record['deleted'] === true) {
    if (isUnmet && known !== undefined) return 'failed';
    if (known === undefined && !dryRun && deletedBy.get(lookup) === run)
      violations.push('invariant 3: a deletion was sent twice, which makes a record');
    if (!dryRun) records.delete(lookup);
    if (!dryRun) deletedBy.set(lookup, run);
    return known === undefined ? 'unchanged' : 'deleted';
  }
  if (known !== undefined && JSON.stringify(known.record) === JSON.stringify(record)) return 'unchanged';
  if (isUnmet) return 'failed';
  const created = (known?.created ?? 0) + (known === undefined ? 1 : 0);
  if (!dryRun) records.set(lookup, { record, importId, created, written: (known?.written ?? 0) + 1 });
  return known === undefined ? 'created' : 'updated';
}

/** Restores the records that nobody has changed since. */
export function undo(
  { before, importId }: Import,
  { records, isKept }: { records: Map<string, Stored>; isKept: (lookup: string) => boolean },
): void {
  for (const [lookup, record] of before) {
    const now = records.get(lookup);
    if (isKept(lookup) || (now !== undefined && now.importId !== importId)) continue;
    if (record === undefined) records.delete(lookup);
    else records.set(lookup, { created: 0, written: 0, ...now, record, importId: 'seed' });
  }
}
