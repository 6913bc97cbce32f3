import { rowClasses, type RowClass } from '@sluice/ledger';
import { isAtRest, type RunSummaryJson } from '@sluice/ledger/views';
import { run as english, type RunMessages } from '../messages/run.ts';
import { isDryRun } from './status.ts';

type Counts = Readonly<Partial<Record<string, number>>>;
type Counted = Parameters<typeof isAtRest>[0] & Pick<RunSummaryJson, 'counts' | 'migration'>;

/** The classes that have rows, each as `750 created`. `open` is what the rows are called that were not attempted. */
export function classTexts(
  counts: Counts,
  open?: string,
  says: RunMessages = english,
): { readonly name: RowClass; readonly text: string }[] {
  return rowClasses
    .filter((name) => (counts[name] ?? 0) > 0)
    .map((name) => ({
      name,
      text: says.counted(
        counts[name] ?? 0,
        name === 'notAttempted' && open !== undefined ? open : says.rowClass[name],
      ),
    }));
}

/** `1,000 read: 750 created, 250 updated`. */
export function countsText(counts: Counts, open?: string, says: RunMessages = english): string {
  const classes = classTexts(counts, open, says).map(({ text }) => text);
  return says.readOf(counts['read'] ?? 0, classes);
}

/** What good rows are called that were not written: those of a run that goes on are not lost, nor are those of a dry run. */
export function openRows(run: Counted, says: RunMessages = english): string | undefined {
  if (!isAtRest(run)) return says.underWay;
  return isDryRun(run) ? says.passed : undefined;
}

export const runCountsText = (run: Counted, says: RunMessages = english): string =>
  countsText(run.counts, openRows(run, says), says);
