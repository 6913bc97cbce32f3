import { counted, createMeter, lasted, type MetricDefinition } from '@sluice/aws-kit/handlers';

/** Everything that the flow measures. Dashboard and alarms use these names, so a misspelt one does not compile. */
export const flowMetrics = {
  RunsStarted: counted('Drops whose run started.'),
  RunsSucceeded: counted('Runs that ended with every row landed.'),
  RunsPartlySucceeded: counted('Runs that ended with some rows landed.'),
  RunsRejected: counted('Runs that ended with nothing written, because of the file or its rows.'),
  RunsFailed: counted('Runs that ended with no row landed, although it was tried.'),
  RunsDuplicate: counted('Runs that ended because the last run that wrote had imported the same content.'),
  RunsSuperseded: counted('Runs that ended because a newer version of the file was read.'),
  RunsCancelled: counted('Runs that a person cancelled.'),
  RunsUndone: counted('Runs that were undone.'),
  RunsDryRun: counted('Runs that checked a file for the dry run of a migration. Their rows are not counted.'),
  DecisionsRequested: counted('Times that a run began to wait for a decision.'),
  RunSeconds: lasted('From the start of a run to its end.'),

  RowsRead: counted('Rows of runs that ended; the classes below add up to them.'),
  RowsCreated: counted('Rows that created a record.'),
  RowsUpdated: counted('Rows that changed a record.'),
  RowsUnchanged: counted('Rows whose record was already equal.'),
  RowsDeleted: counted('Rows that deleted a record.'),
  RowsLanded: counted('Rows written by a server that does not report how.'),
  RowsSkipped: counted('Byte-equal twins of an earlier row.'),
  RowsFiltered: counted('Rows that the profile leaves out.'),
  RowsFailed: counted('Rows that were refused.'),
  RowsNotAttempted: counted('Good rows of a run that stopped before writing them.'),
  RowsUnknown: counted('Rows that may or may not have been written.'),

  DryRunsSent: counted('Intents to send a batch as a dry run.'),
  DryRunsEnded: counted('Batches whose dry run ended.'),
  ImportsSent: counted('Intents to send a batch for real.'),
  ImportsEnded: counted('Batches whose real import ended.'),
  ImportsAmbiguous: counted('Real imports that the service may or may not have received.'),
  ImportSeconds: lasted('From sending a batch for real until its end is known.'),
  BatchesAccepted: counted('Batches, dry or real, for which the service returned an importId.'),
  BatchesParked: counted('Batches parked because the service could not take them.'),
  BatchesDeferred: counted('Batches deferred because the calls of the hour were spent.'),
  OldestBatchSeconds: lasted('Since the first attempt at the oldest batch that has not ended.'),

  CallsLeft: counted('Calls of the service left in this hour, the reserve included.'),
  CallsLeftPercent: { unit: 'Percent', means: 'The same, as a part of the hourly limit.' },

  RunsOpen: counted('Runs that have not ended, at each sweep.'),
  OldestRunSeconds: lasted('Since the start of the oldest open run that waits for no person.'),
  RunsAwaitingPerson: counted('Runs that wait for a person, at each sweep.'),
  OldestQuestionSeconds: lasted('Since the oldest question that a person has not answered.'),

  MailsSent: counted('Mails of the flow that the mail service accepted.'),
  MailsRefused: counted('Mails of the flow that it refused for good.'),
  MailsFailed: counted('Times that it did not accept one; the mail is tried again.'),
  MailsBounced: counted('Bounces and rejects, each time one is reported.'),
  MailsComplained: counted('Complaints of recipients.'),

  MigrationsStarted: counted('Starts of migrations.'),
  MigrationsSucceeded: counted('Starts whose every step ended well.'),
  MigrationsPartlySucceeded: counted('Starts in which some rows or steps did not land.'),
  MigrationsFailed: counted('Starts in which a step failed and nothing landed.'),
  MigrationsFailedAndUndone: counted('Starts in which a step failed and whose rule undid what they wrote.'),
  MigrationsUndone: counted('Starts that a person had undone.'),
  MigrationsSkipped: counted('Starts skipped because the one before was still running.'),
  MigrationsTooLate: counted('Starts skipped because their time was over.'),
  MigrationsCancelled: counted('Starts that a person cancelled.'),
  MigrationDryRunsPassed: counted('Dry runs of migrations in which every row passed.'),
  MigrationDryRunsFailed: counted('Dry runs of migrations in which a step failed.'),
} as const satisfies Record<string, MetricDefinition>;
export type FlowMetric = keyof typeof flowMetrics;

export const { measure, count } = createMeter(flowMetrics);

/** Undefined if either time is unknown. */
export function secondsBetween(from: string | undefined, to: string | undefined): number | undefined {
  if (from === undefined || to === undefined) return undefined;
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);
}
