import { exportedRows, type ExportedRow } from './exported-row.ts';
import { isAsLanded, runNamed, type HasLanded } from '../model/reference.ts';
import { ownText, type SheetRow } from '@sluice/sheets';
import type { Settings } from '../profile/settings.ts';
import type { ReadRow } from '../rows/read-row.ts';

/** A sheet names few runs, however often it came back. Rows of further ones are like any other. */
const mostRuns = 1000;
/** Drops of so many exports are noted. What earlier drops of further ones wrote counts as written by others. */
const mostExports = 50;

/** Why a row that came back is left out. */
export type LeftOut = 'landedAlready' | 'asExported';

/** What a row that came back is. */
type Returning =
  | { readonly kind: 'landedAlready'; readonly runId: string }
  | { readonly kind: 'asExported' }
  /** Its record must be as it was exported. */
  | { readonly kind: 'edited'; readonly reference: string };

export type ReturningRows = ReturnType<typeof returningRows>;

interface Knowledge {
  /** Without it, every run counts. */
  readonly hasLanded?: HasLanded | undefined;
  /** The service that the sheet is imported into. Without it, every export counts. */
  readonly target?: string | undefined;
}

/** Finds the rows of result sheets that landed and are as they were, and those of exports. */
export function returningRows(settings: Settings, { hasLanded, target }: Knowledge) {
  const { schema, lookup, ifChangedSince } = settings;
  const runs = new Map<string, boolean>();
  const met = new Set<string>();
  const exports = new Set<string>();
  let isEdited = false;
  const exported = exportedRows(schema);

  /** Asks about the runs of these rows, which must come before `of` is asked about one of them. */
  async function know(rows: readonly SheetRow[]): Promise<void> {
    for (const { reference } of rows) {
      // Rows of other sheets have none.
      if (reference === undefined) return;
      const named = runNamed(reference);
      if (named === undefined || runs.has(named) || runs.size >= mostRuns) continue;
      const runId = ownText(named);
      runs.set(runId, (await hasLanded?.(runId)) ?? true);
    }
  }

  /** Undefined for a row that is like any other. */
  function of(reads: readonly ReadRow[]): Returning | undefined {
    const reference = reads[0]?.cells.reference ?? '';
    if (reference === '') return undefined;
    const runId = runNamed(reference);
    const row = runId === undefined ? exported(reference) : undefined;
    if (row === undefined && (runId === undefined || runs.get(runId) !== true)) return undefined;
    const records = reads.map(({ json }): Record<string, unknown> => JSON.parse(json.bytes.toString()));
    if (row !== undefined) return ofExport(row, records, reference);
    if (runId === undefined || !isAsLanded(reference, { schema: schema.name, lookup, records }))
      return undefined;
    met.add(ownText(runId));
    return { kind: 'landedAlready', runId };
  }

  /** An export has one record in a row. Another value of the lookup is another record. */
  function ofExport(
    row: ExportedRow,
    [record, second]: readonly Record<string, unknown>[],
    reference: string,
  ): Returning | undefined {
    const isForeign = target !== undefined && !row.isOf(target);
    if (record === undefined || second !== undefined || isForeign) return undefined;
    if (!row.had(lookup, record[lookup])) return undefined;
    if (Object.entries(record).every(([field, value]) => row.had(field, value)))
      return { kind: 'asExported' };
    isEdited = true;
    if (ifChangedSince === 'overwrite') return undefined;
    if (exports.size < mostExports) exports.add(ownText(row.exportId));
    return { kind: 'edited', reference: ownText(reference) };
  }

  /** What a person should know of as many rows. */
  const notes = (rows: Readonly<Record<LeftOut, number>>): string[] => [
    ...landedNotes(rows.landedAlready, { runs: [...met], mayBeUndone: hasLanded === undefined }),
    ...exportedNotes(rows.asExported),
    ...(isEdited
      ? [`If somebody else has changed the record of an edited row since: ${ifChanged[ifChangedSince]}.`]
      : []),
  ];

  return { know, of, notes, exports: exports as ReadonlySet<string> };
}

function landedNotes(
  rows: number,
  {
    runs: [first = '', ...others],
    mayBeUndone,
  }: { readonly runs: readonly string[]; readonly mayBeUndone: boolean },
): string[] {
  if (rows === 0) return [];
  const what = rows === 1 ? '1 row is as it' : `${rows.toLocaleString('en-US')} rows are as they`;
  const where = others.length === 0 ? `run ${first}` : `run ${first} and others`;
  const doubt = mayBeUndone ? ', unless that was undone since' : '';
  return [
    `${what} landed in ${where}: left out${doubt}. To import such rows again, remove the column Reference.`,
  ];
}

function exportedNotes(rows: number): string[] {
  if (rows === 0) return [];
  const what = rows === 1 ? '1 row is as it was' : `${rows.toLocaleString('en-US')} rows are as they were`;
  return [`${what} exported: left out. To import such rows all the same, remove the column Reference.`];
}

const ifChanged: Record<Settings['ifChangedSince'], string> = {
  stop: 'the row fails',
  skip: 'the row is left out, as the profile says (ifChangedSince: skip)',
  overwrite: 'the row is written all the same, as the profile says (ifChangedSince: overwrite)',
};
