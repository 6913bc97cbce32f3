import type { RunStatus } from '@sluice/ledger';
import type { RunSummaryJson } from '@sluice/ledger/views';
import { run as english, type RunMessages } from '../messages/run.ts';

type Shown = Pick<RunSummaryJson, 'status' | 'counts' | 'migration'>;

/** The status of a run in words. One of a dry run wrote nothing, whatever it found. */
export function statusWords(run: Shown, says: RunMessages = english): string {
  if (!isDryRun(run)) return says.status[run.status];
  return hasPassedDryRun(run) ? says.dryRunPassed : says.dryRunFailed;
}

/** Whether it is the dry run of a migration that found nothing wrong. */
export const hasPassedDryRun = (run: Shown): boolean =>
  isDryRun(run) && run.counts.failed === 0 && run.counts.read > 0;

/** Whether it has ended as the dry run of a migration. */
export const isDryRun = ({ status, migration }: Shown): boolean =>
  migration?.dryRun === true && status === 'rejected';

/** How a status is coloured: as good, as bad, or as neither. */
export const toneOf = (run: Shown): Tone => (hasPassedDryRun(run) ? 'good' : tones[run.status]);

type Tone = 'good' | 'bad' | 'open';
const tones: Readonly<Record<RunStatus, Tone>> = {
  reading: 'open',
  queued: 'open',
  checking: 'open',
  awaiting_approval: 'open',
  importing: 'open',
  succeeded: 'good',
  partly_succeeded: 'open',
  rejected: 'bad',
  failed: 'bad',
  needs_decision: 'open',
  duplicate: 'open',
  superseded: 'open',
  cancelled: 'open',
  undoing: 'open',
  undone: 'good',
};

/** Whether a corrected sheet would bring in more rows. */
export const hasRowsToCorrect = ({ status, counts: { failed } }: Shown): boolean =>
  failed > 0 && (status === 'rejected' || status === 'partly_succeeded');
