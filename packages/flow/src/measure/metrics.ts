import { counted, createMeter, lasted, type MetricDefinition } from '@sluice/lambda-kit';

/** Everything that the flow measures. The dashboard and the alarms show these names, so a misspelt one does not compile. */
export const flowMetrics = {
  RunsBegun: counted('Drops whose run began.'),
  RunsSucceeded: counted('Runs that ended with every row landed.'),
  RunsPartlySucceeded: counted('Runs that ended with some rows landed.'),
  RunsRejected: counted('Runs that ended with nothing written, because of the file or its rows.'),
  RunsFailed: counted('Runs that ended with no row landed, although it was tried.'),
  RunsDuplicate: counted('Runs that ended because another imports the same content.'),
  RunsSuperseded: counted('Runs that ended because a newer version of the file was read.'),
  RunsCancelled: counted('Runs that somebody cancelled.'),
  RunsUndone: counted('Runs that were undone.'),
  RunsAsked: counted('Times that a run began to wait for a decision.'),
  RunSeconds: lasted('From the beginning of a run to its end.'),

  RowsRead: counted('Rows of runs that ended; the classes below add up to them.'),
  RowsCreated: counted('Rows that became new records.'),
  RowsUpdated: counted('Rows that changed a record.'),
  RowsUnchanged: counted('Rows whose record was equal already.'),
  RowsDeleted: counted('Rows that deleted a record.'),
  RowsLanded: counted('Rows written by a server that does not say how.'),
  RowsSkipped: counted('Byte-equal twins of an earlier row.'),
  RowsFailed: counted('Rows that were refused.'),
  RowsNotAttempted: counted('Good rows of a run that stopped before writing them.'),
  RowsUnknown: counted('Rows of which nobody knows whether they were written.'),

  DryRunsSent: counted('Intents to send a batch as a dry run.'),
  DryRunsEnded: counted('Batches whose dry run ended.'),
  ImportsSent: counted('Intents to send a batch for real.'),
  ImportsEnded: counted('Batches whose real import ended.'),
  ImportsAmbiguous: counted('Real imports of which it was not known whether the service took them.'),
  ImportSeconds: lasted('From sending a batch for real until its end was heard of.'),
  BatchesAccepted: counted('Batches, dry or real, for which the service gave an importId.'),
  BatchesParked: counted('Batches put aside because the service could not take them.'),
  BatchesHeld: counted('Batches put aside because the calls of the hour were spent.'),
  OldestBatchSeconds: lasted('Since the first try at the oldest batch that has not ended.'),

  CallsLeft: counted('Calls of the service that are left in this hour, the reserve among them.'),
  CallsLeftPercent: { unit: 'Percent', means: 'The same, as a part of the hourly limit.' },

  Sweeps: counted('Sweeps that came to their end.'),
  Seals: counted('Starts of the seal that sealed days that are over, or found them sealed.'),
  RunsOpen: counted('Runs that have not ended, at each sweep.'),
  OldestRunSeconds: lasted('Since the beginning of the oldest of them that waits for no person.'),
  RunsWaiting: counted('Runs that wait for a person, at each sweep.'),
  OldestQuestionSeconds: lasted('Since the oldest question to a person that has no answer.'),

  MailsSent: counted('Mails of the flow that the mail service took.'),
  MailsRefused: counted('Mails of the flow that it refused for good.'),
  MailsFailed: counted('Times that it did not take one; it is tried again.'),
  MailsBounced: counted('Bounces and rejects, each time that one is told.'),
  MailsComplained: counted('Complaints of recipients.'),

  MigrationsBegun: counted('Starts of migrations.'),
  MigrationsSucceeded: counted('Starts of which every step ended well.'),
  MigrationsPartly: counted('Starts of which some rows or steps did not land.'),
  MigrationsFailed: counted('Starts of which a step failed and nothing landed.'),
  MigrationsUndone: counted('Starts that were undone.'),
  MigrationsSkipped: counted('Starts that did not begin, because the one before was running.'),
  MigrationsTooLate: counted('Starts that did not begin, because their time was over.'),
  MigrationsCancelled: counted('Starts that somebody cancelled.'),
} as const satisfies Record<string, MetricDefinition>;
export type FlowMetric = keyof typeof flowMetrics;

export const { measure, count } = createMeter(flowMetrics);

/** Undefined where either time is. */
export function secondsBetween(from: string | undefined, to: string | undefined): number | undefined {
  if (from === undefined || to === undefined) return undefined;
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);
}
