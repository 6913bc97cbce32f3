import { isMigrationEnded, type MigrationStatus, type StepStatus } from '@sluice/ledger/migrations';
import type { MigrationJson } from '@sluice/ledger/views';
import { migration as english, type MigrationMessages } from '../messages/migration.ts';

type Start = Pick<MigrationJson, 'status' | 'dryRun'>;

/** The status of a start, as lists show it. */
export function migrationStatusText({ status, dryRun }: Start, says: MigrationMessages = english): string {
  if (!dryRun) return says.status[status];
  if (status === 'succeeded') return says.dryRunPassed;
  return status === 'failed' ? says.dryRunFailed : says.dryRun(says.status[status]);
}

/** A step that still waits when the migration has ended was never begun. */
export function stepText(step: StepStatus, migration: MigrationStatus, says: MigrationMessages): string {
  return step === 'waiting' && isMigrationEnded(migration) ? says.stepNotStarted : says.step[step];
}
