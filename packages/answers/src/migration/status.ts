import { isMigrationEnded, type MigrationStatus, type StepStatus } from '@sluice/ledger/migrations';
import type { MigrationJson } from '@sluice/ledger/views';

/** The status of a start, as lists show it. */
export function migrationStatusText({ status, dryRun }: Pick<MigrationJson, 'status' | 'dryRun'>): string {
  if (!dryRun) return words[status];
  return dryRunWords[status] ?? `${words[status]} (dry run)`;
}

const words: Readonly<Record<MigrationStatus, string>> = {
  planned: 'planned',
  running: 'running',
  succeeded: 'succeeded',
  partly: 'partly imported',
  failed: 'failed',
  undoing: 'undoing',
  undone: 'undone',
  failed_and_undone: 'failed and undone',
  skipped: 'skipped',
  tooLate: 'too late',
  cancelled: 'cancelled',
};
const dryRunWords: Readonly<Partial<Record<MigrationStatus, string>>> = {
  succeeded: 'dry run passed',
  failed: 'dry run failed',
};

/** A step that still waits when the migration has ended was never begun. */
export function stepText(step: StepStatus, migration: MigrationStatus): string {
  return step === 'waiting' && isMigrationEnded(migration) ? 'not begun' : step;
}
