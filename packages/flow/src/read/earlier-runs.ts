import { blankColumnWarnings, hasBlankColumn } from '@sluice/import-plan';
import { nothingRead, type Ledger, type Reading, type Run } from '@sluice/ledger';

/** How many runs of the schema are looked at, and how many of the same folder are compared. */
const most = { runs: 100, compared: 5 };

/**
 * Adds warnings about columns that are nearly blank and were not so in the last runs of the same folder. What they are depends on
 * the ledger at this moment, so they are part of the reading that the run's history keeps.
 */
export async function withEarlierRuns(
  run: Pick<Run, 'key' | 'startedAt' | 'profile'>,
  reading: Reading,
  { schema, ledger }: { readonly schema: string; readonly ledger: Pick<Ledger, 'runPage'> },
): Promise<Reading> {
  const { rows, filtered = 0, fill = [], warnings = [] } = reading;
  // Most sheets have no such column, and take no look at the history.
  if (!hasBlankColumn(fill)) return reading;
  const { runs } = await ledger.runPage({ schema, until: run.startedAt, limit: most.runs });
  const earlier = runs
    .filter((one) => folderOf(one) === folderOf(run) && hasLanded(one))
    .flatMap(({ reading: { fill: columns } = nothingRead }) => (columns === undefined ? [] : [columns]))
    .slice(0, most.compared);
  const found = blankColumnWarnings({ rows: rows - filtered, fill }, earlier);
  return found.length === 0 ? reading : { ...reading, warnings: [...warnings, ...found] };
}

const hasLanded = ({ status }: Run): boolean => status === 'succeeded' || status === 'partly_succeeded';

/** A profile is one folder, with those in it. */
function folderOf({ key, profile }: Pick<Run, 'key' | 'profile'>): string {
  return profile === undefined ? key.slice(0, key.lastIndexOf('/') + 1) : `profile ${profile}`;
}
