import { time } from '@sluice/contract/words';
import { dropperText, type EarlierRun, type ImportedBefore } from '@sluice/ledger';

/** A sentence for each of these runs. */
export function importedBeforeLines({ run, between }: ImportedBefore): string[] {
  return [
    `Run ${run.runId} imported it: ${earlierText(run)}`,
    ...between.map((one) => `Since then, run ${one.runId} wrote to the same records: ${earlierText(one)}`),
  ];
}

/** A run for people: its file, when it was dropped, and by whom. */
export function earlierText({ key, startedAt, ...run }: EarlierRun): string {
  return `${key.slice(key.lastIndexOf('/') + 1)}, ${time(startedAt)}, dropped by ${dropperText(run)}`;
}
