import type { MetricName } from '@sluice/functions/metrics';

export interface Graph {
  readonly title: string;
  readonly show: 'Sum' | 'Maximum' | 'Minimum' | 'p50' | 'p99';
  readonly names: readonly MetricName[];
}

export interface Row {
  readonly title: string;
  readonly graphs: readonly Graph[];
}

const sums = (title: string, ...names: MetricName[]): Graph => ({ title, show: 'Sum', names });
const most = (title: string, ...names: MetricName[]): Graph => ({ title, show: 'Maximum', names });

const failing = sums('Failed messages', 'MessagesFailed');

/** The metrics on the dashboard of each stack, most important first. */
export const measuredRows: Readonly<Record<'flow' | 'service', readonly Row[]>> = {
  flow: [
    {
      title: 'Is it working?',
      graphs: [
        sums(
          'Runs by their end',
          'RunsStarted',
          'RunsSucceeded',
          'RunsPartlySucceeded',
          'RunsRejected',
          'RunsFailed',
          'RunsDuplicate',
          'RunsSuperseded',
          'RunsCancelled',
          'RunsUndone',
          'RunsDryRun',
        ),
        most('Oldest, seconds', 'OldestBatchSeconds', 'OldestRunSeconds', 'OldestQuestionSeconds'),
        most('Open at the sweep', 'RunsOpen', 'RunsAwaitingPerson'),
        failing,
      ],
    },
    {
      title: 'What flows',
      graphs: [
        sums(
          'Rows by class',
          'RowsRead',
          'RowsCreated',
          'RowsUpdated',
          'RowsUnchanged',
          'RowsDeleted',
          'RowsLanded',
          'RowsSkipped',
          'RowsFiltered',
          'RowsFailed',
          'RowsNotAttempted',
          'RowsUnknown',
        ),
        sums('Batches', 'DryRunsSent', 'DryRunsEnded', 'ImportsSent', 'ImportsEnded', 'BatchesAccepted'),
        { title: 'Run time, seconds', show: 'p50', names: ['RunSeconds'] },
      ],
    },
    {
      title: 'The service, as the flow sees it',
      graphs: [
        { title: 'Calls left in the hour', show: 'Minimum', names: ['CallsLeft'] },
        { title: 'Calls left in the hour, per cent', show: 'Minimum', names: ['CallsLeftPercent'] },
        { title: 'Import time, seconds', show: 'p99', names: ['ImportSeconds'] },
        sums(
          'Delays and questions',
          'BatchesParked',
          'BatchesDeferred',
          'ImportsAmbiguous',
          'DecisionsRequested',
        ),
        sums('Mails', 'MailsSent', 'MailsRefused', 'MailsFailed', 'MailsBounced', 'MailsComplained'),
      ],
    },
    {
      title: 'Migrations',
      graphs: [
        sums(
          'Starts by their end',
          'MigrationsStarted',
          'MigrationsSucceeded',
          'MigrationsPartlySucceeded',
          'MigrationsFailed',
          'MigrationsFailedAndUndone',
          'MigrationsUndone',
          'MigrationsSkipped',
          'MigrationsTooLate',
          'MigrationsCancelled',
        ),
        sums('Dry runs', 'MigrationDryRunsPassed', 'MigrationDryRunsFailed'),
      ],
    },
  ],
  service: [
    {
      title: 'Is it working?',
      graphs: [
        sums(
          'Calls refused',
          'CallsUnauthorized',
          'CallsInvalid',
          'CallsNotFound',
          'CallsThrottled',
          'CallsFailed',
        ),
        sums(
          'Imports by their end',
          'DryRunsFinished',
          'ImportsApplied',
          'ImportsInvalid',
          'ImportsFailed',
          'ImportsReverted',
        ),
        { title: 'Import time, seconds', show: 'p99', names: ['ServiceImportSeconds'] },
        sums('Records imported', 'RecordsImported'),
        sums('Webhooks', 'DeliveriesSucceeded', 'DeliveriesParked'),
        failing,
      ],
    },
  ],
};
