import type { RateBudgets } from '@sluice/ledger/call-budget';
import type { Migrations } from '@sluice/ledger';
import type { MailEventKind } from '@sluice/ledger/notice';
import type { Mailer, SendOutcome } from '@sluice/answers';
import type { MigrationEvent, MigrationRun, MigrationStatus } from '@sluice/ledger/migrations';
import { count, measure, type FlowMetric } from './metrics.ts';

const migrationMetric: Record<MigrationStatus, FlowMetric | undefined> = {
  planned: undefined,
  running: undefined,
  undoing: undefined,
  succeeded: 'MigrationsSucceeded',
  partly: 'MigrationsPartlySucceeded',
  failed: 'MigrationsFailed',
  undone: 'MigrationsUndone',
  failed_and_undone: 'MigrationsFailedAndUndone',
  skipped: 'MigrationsSkipped',
  tooLate: 'MigrationsTooLate',
  cancelled: 'MigrationsCancelled',
};

/** A dry run that was skipped, too late or cancelled counts as any other start. */
function metricOf({ status, dryRun }: MigrationRun): FlowMetric | undefined {
  if (dryRun && status === 'succeeded') return 'MigrationDryRunsPassed';
  if (dryRun && status === 'failed') return 'MigrationDryRunsFailed';
  return migrationMetric[status];
}

/** The events that end a migration: one that has ended refuses them. */
const ends: ReadonlySet<MigrationEvent['type']> = new Set<MigrationEvent['type']>([
  'skipped',
  'tooLate',
  'finished',
  'cancelled',
  'undone',
]);

export function meteredMigrations(migrations: Migrations): Migrations {
  return {
    ...migrations,
    begin: async (facts) => {
      const begun = await migrations.begin(facts);
      const { migrationId } = begun.migration;
      if (begun.created) measure({ MigrationsStarted: 1 }, { migrationId });
      return begun;
    },
    move: async (migrationId, event) => {
      const { moved, now } = await migrations.move(migrationId, event);
      if (moved && ends.has(event.type)) count(metricOf(now), { migrationId });
      if (moved && event.type === 'mailEvent') measureMailEvent(event.kind, { migrationId });
      return { moved, now };
    },
  };
}

/** The same budgets. Measures the calls that are left after each block. */
export function meteredBudgets(budgets: RateBudgets): RateBudgets {
  return {
    ...budgets,
    write: async (budget) => {
      const isWritten = await budgets.write(budget);
      const CallsLeft = Math.max(0, budget.free);
      if (isWritten) measure({ CallsLeft, CallsLeftPercent: (100 * CallsLeft) / budget.limit });
      return isWritten;
    },
  };
}

const sentMetric: Record<SendOutcome['kind'], FlowMetric> = {
  sent: 'MailsSent',
  refused: 'MailsRefused',
  failed: 'MailsFailed',
};

export function meteredMailer(mailer: Mailer): Mailer {
  return {
    send: async (to, mail, tags) => {
      const outcome = await mailer.send(to, mail, tags);
      count(sentMetric[outcome.kind], tags ?? {});
      return outcome;
    },
  };
}

const mailEventMetric: Record<MailEventKind, FlowMetric | undefined> = {
  delivery: undefined,
  delay: undefined,
  bounce: 'MailsBounced',
  reject: 'MailsBounced',
  complaint: 'MailsComplained',
};

export function measureMailEvent(kind: MailEventKind, facts: Readonly<Record<string, string>>): void {
  count(mailEventMetric[kind], facts);
}
