/**
 * Everything that is measured, written down once: the functions measure by these names, and the dashboard and the alarms show them, so
 * that a misspelt one compiles in neither. They have no dimensions: the namespace names the stack, and each name is one metric to pay for.
 */

export type MetricUnit = 'Count' | 'Seconds' | 'Percent';

export interface MetricDefinition {
  readonly unit: MetricUnit;
  /** Which stack measures it. */
  readonly of: 'flow' | 'service';
  readonly means: string;
}

const counted = (of: MetricDefinition['of'], means: string) => ({ unit: 'Count', of, means }) as const;
const lasted = (of: MetricDefinition['of'], means: string) => ({ unit: 'Seconds', of, means }) as const;

export const metrics = {
  RunsBegun: counted('flow', 'Drops whose run began.'),
  RunsSucceeded: counted('flow', 'Runs that ended with every row landed.'),
  RunsPartlySucceeded: counted('flow', 'Runs that ended with some rows landed.'),
  RunsRejected: counted('flow', 'Runs that ended with nothing written, because of the file or its rows.'),
  RunsFailed: counted('flow', 'Runs that ended with no row landed, although it was tried.'),
  RunsDuplicate: counted('flow', 'Runs that ended because another imports the same content.'),
  RunsSuperseded: counted('flow', 'Runs that ended because a newer version of the file was read.'),
  RunsCancelled: counted('flow', 'Runs that somebody cancelled.'),
  RunsUndone: counted('flow', 'Runs that were undone.'),
  RunsAsked: counted('flow', 'Times that a run began to wait for a decision.'),
  RunSeconds: lasted('flow', 'From the beginning of a run to its end.'),

  RowsRead: counted('flow', 'Rows of runs that ended; the classes below add up to them.'),
  RowsCreated: counted('flow', 'Rows that became new records.'),
  RowsUpdated: counted('flow', 'Rows that changed a record.'),
  RowsUnchanged: counted('flow', 'Rows whose record was equal already.'),
  RowsDeleted: counted('flow', 'Rows that deleted a record.'),
  RowsLanded: counted('flow', 'Rows written by a server that does not say how.'),
  RowsSkipped: counted('flow', 'Byte-equal twins of an earlier row.'),
  RowsFailed: counted('flow', 'Rows that were refused.'),
  RowsNotAttempted: counted('flow', 'Good rows of a run that stopped before writing them.'),
  RowsUnknown: counted('flow', 'Rows of which nobody knows whether they were written.'),

  DryRunsSent: counted('flow', 'Intents to send a batch as a dry run.'),
  DryRunsEnded: counted('flow', 'Batches whose dry run ended.'),
  ImportsSent: counted('flow', 'Intents to send a batch for real.'),
  ImportsEnded: counted('flow', 'Batches whose real import ended.'),
  ImportsAmbiguous: counted('flow', 'Real imports of which it was not known whether the service took them.'),
  ImportSeconds: lasted('flow', 'From sending a batch for real until its end was heard of.'),
  BatchesAccepted: counted('flow', 'Batches, dry or real, for which the service gave an importId.'),
  BatchesParked: counted('flow', 'Batches put aside because the service could not take them.'),
  BatchesHeld: counted('flow', 'Batches put aside because the calls of the hour were spent.'),
  OldestBatchSeconds: lasted('flow', 'Since the first try at the oldest batch that has not ended.'),

  CallsLeft: counted('flow', 'Calls of the service that are left in this hour, the reserve among them.'),
  CallsLeftPercent: { unit: 'Percent', of: 'flow', means: 'The same, as a part of the hourly limit.' },

  Sweeps: counted('flow', 'Sweeps that came to their end.'),
  Seals: counted('flow', 'Starts of the seal that sealed days that are over, or found them sealed.'),
  RunsOpen: counted('flow', 'Runs that have not ended, at each sweep.'),
  OldestRunSeconds: lasted('flow', 'Since the beginning of the oldest of them that waits for no person.'),
  RunsWaiting: counted('flow', 'Runs that wait for a person, at each sweep.'),
  OldestQuestionSeconds: lasted('flow', 'Since the oldest question to a person that has no answer.'),

  MailsSent: counted('flow', 'Mails of the flow that the mail service took.'),
  MailsRefused: counted('flow', 'Mails of the flow that it refused for good.'),
  MailsFailed: counted('flow', 'Times that it did not take one; it is tried again.'),
  MailsBounced: counted('flow', 'Bounces and rejects, each time that one is told.'),
  MailsComplained: counted('flow', 'Complaints of recipients.'),

  MigrationsBegun: counted('flow', 'Starts of migrations.'),
  MigrationsSucceeded: counted('flow', 'Starts of which every step ended well.'),
  MigrationsPartly: counted('flow', 'Starts of which some rows or steps did not land.'),
  MigrationsFailed: counted('flow', 'Starts of which a step failed and nothing landed.'),
  MigrationsUndone: counted('flow', 'Starts that were undone.'),
  MigrationsSkipped: counted('flow', 'Starts that did not begin, because the one before was running.'),
  MigrationsTooLate: counted('flow', 'Starts that did not begin, because their time was over.'),
  MigrationsCancelled: counted('flow', 'Starts that somebody cancelled.'),

  CallsUnauthorized: counted('service', 'Calls refused for their token.'),
  CallsInvalid: counted('service', 'Calls refused for what they asked.'),
  CallsNotFound: counted('service', 'Calls refused because there is no such thing.'),
  CallsOverLimit: counted('service', 'Calls refused because their token had none left.'),
  CallsFailed: counted('service', 'Calls answered with server_error.'),
  DryRunsDone: counted('service', 'Dry runs that ended, whatever they found.'),
  ImportsApplied: counted('service', 'Imports that ended in success.'),
  ImportsInvalid: counted('service', 'Imports refused with nothing written.'),
  ImportsFailed: counted('service', 'Imports that stopped half way.'),
  ImportsReverted: counted('service', 'Imports that were undone.'),
  RecordsImported: counted('service', 'Records of imports that ended in success.'),
  ServiceImportSeconds: lasted('service', 'From the call of an import to its end.'),
  DeliveriesMade: counted('service', 'Deliveries that a webhook took.'),
  DeliveriesParked: counted('service', 'Deliveries that were given up, for a person to look at.'),
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof metrics;
export const metricNames = Object.keys(metrics).filter((name): name is MetricName => name in metrics);

/** What `METRICS_NAMESPACE` says to every function: whose numbers they are. */
export const metricsNamespace = (stackName: string): string => `Sluice/${stackName}`;
