import { isAsLanded, runNamed, type HasLanded } from './reference.ts';
import { ownText, type SheetRow } from '@sluice/sheets';
import type { Settings } from '../profile/settings.ts';
import type { ReadRow } from '../rows/read-row.ts';

/** A sheet names few runs, however often it came back. Rows of further ones are like any other. */
const mostRuns = 1000;

export type LandedRows = ReturnType<typeof landedRows>;

/** Finds the rows of a result sheet that landed and are as they were. Without `hasLanded`, every run counts. */
export function landedRows({ schema, lookup }: Settings, hasLanded?: HasLanded) {
  const runs = new Map<string, boolean>();
  const met = new Set<string>();

  /** Asks about the runs of these rows, which must come before `runOf` is asked about one of them. */
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

  /** The run in which a row landed with the values that it has. Undefined if it is to be imported. */
  function runOf(reads: readonly ReadRow[]): string | undefined {
    const reference = reads[0]?.cells.reference ?? '';
    const runId = reference === '' ? undefined : runNamed(reference);
    if (runId === undefined || runs.get(runId) !== true) return undefined;
    const records = reads.map(({ json }): Record<string, unknown> => JSON.parse(json.bytes.toString()));
    if (!isAsLanded(reference, { schema: schema.name, lookup, records })) return undefined;
    met.add(ownText(runId));
    return runId;
  }

  /** What a person should know of as many rows. */
  function notes(rows: number): string[] {
    if (rows === 0) return [];
    const [first = '', ...others] = met;
    const what = rows === 1 ? '1 row is as it' : `${rows.toLocaleString('en-US')} rows are as they`;
    const where = others.length === 0 ? `run ${first}` : `run ${first} and others`;
    const doubt = hasLanded === undefined ? ', unless that was undone since' : '';
    return [
      `${what} landed in ${where}: left out${doubt}. To import such rows again, remove the column Reference.`,
    ];
  }

  return { know, runOf, notes };
}
