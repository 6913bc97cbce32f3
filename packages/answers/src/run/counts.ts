import { number } from '@sluice/contract/words';
import { rowClasses, type RowClass } from '@sluice/ledger';
import { isAtRest, type RunSummaryJson } from '@sluice/ledger/views';
import { isDryRun } from './status.ts';

type Counts = Readonly<Partial<Record<string, number>>>;

interface Shown {
  readonly only?: (name: RowClass) => boolean;
  /** What the rows are called that were not attempted: `under way` while nobody knows. */
  readonly open?: string;
}

/** `750 created, 250 updated`. Classes without rows are left out. */
export function classesText(
  counts: Counts,
  { only = () => true, open = 'not attempted' }: Shown = {},
): string {
  return rowClasses
    .filter((name) => only(name) && (counts[name] ?? 0) > 0)
    .map((name) => `${number(counts[name] ?? 0)} ${name === 'notAttempted' ? open : name}`)
    .join(', ');
}

/** `1,000 read: 750 created, 250 updated`. */
export function countsText(counts: Counts, open?: string): string {
  const classes = classesText(counts, { ...(open !== undefined && { open }) });
  return [`${number(counts['read'] ?? 0)} read`, classes].filter((part) => part !== '').join(': ');
}

/** The counts of a run. Good rows of one that goes on are not lost, nor are those of a dry run. */
export function runCountsText(
  run: Parameters<typeof isAtRest>[0] & Pick<RunSummaryJson, 'counts' | 'migration'>,
): string {
  if (!isAtRest(run)) return countsText(run.counts, 'under way');
  return countsText(run.counts, isDryRun(run) ? 'passed' : undefined);
}
