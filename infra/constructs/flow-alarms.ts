import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { Operations, type MeasuredAlarm } from './operations.ts';

const [quarter, hour, day] = [Duration.minutes(15), Duration.hours(1), Duration.days(1)];

/** Alarms on the flow's own metrics. Each part also adds alarms of its own. */
const alarms: readonly MeasuredAlarm[] = [
  {
    name: 'messages-failing',
    impact: 'Drops or batches wait: a function failed on a message, and failed again when it came back.',
    metric: 'MessagesFailed',
    period: quarter,
    threshold: 3,
  },
  {
    name: 'batch-overdue',
    impact: 'Rows of a drop were sent two hours ago, and the person who dropped it still has no result.',
    metric: 'OldestBatchSeconds',
    statistic: 'Maximum',
    period: quarter,
    threshold: Duration.hours(2).toSeconds(),
  },
  {
    name: 'decision-overdue',
    isDetail: true,
    impact: 'A run has waited a day for a person, and later drops into the same records wait behind it.',
    metric: 'OldestQuestionSeconds',
    statistic: 'Maximum',
    period: hour,
    threshold: day.toSeconds(),
  },
  {
    name: 'hourly-calls-spent',
    isDetail: true,
    impact: 'The hourly limit of calls was too small for two hours: people get their results hours later.',
    metric: 'BatchesDeferred',
    period: hour,
    periods: 2,
  },
  {
    name: 'mails-refused',
    impact: 'Somebody who dropped a sheet does not learn how it ended: the mail service refused their mail.',
    metric: 'MailsRefused',
    period: hour,
  },
  {
    name: 'migrations-failed',
    isDetail: true,
    impact: 'A migration landed no row at its time: people who rely on its data find the previous state.',
    metric: 'MigrationsFailed',
    period: hour,
  },
  {
    name: 'migrations-failed-and-undone',
    isDetail: true,
    impact:
      'A migration failed and undid what it had written: people who rely on its data find the previous state.',
    metric: 'MigrationsFailedAndUndone',
    period: hour,
  },
];

/** AWS shows both by itself, to whoever looks after the account. */
const alarmsOfAccount = [
  {
    name: 'bounce-rate',
    isDetail: true,
    impact: 'AWS may stop all mail of this account: then people who drop sheets do not learn how they ended.',
    // The rate of the whole account: AWS reviews an account at 5 %.
    metric: { namespace: 'AWS/SES', metricName: 'Reputation.BounceRate', period: hour, statistic: 'Maximum' },
    threshold: 0.05,
  },
  {
    name: 'lambda-throttles',
    isDetail: true,
    impact: 'Functions wait for a free slot: drops move slowly, and callers of the service get no answer.',
    // All functions of the account share its concurrency.
    metric: { namespace: 'AWS/Lambda', metricName: 'Throttles', period: quarter, statistic: 'Sum' },
    threshold: 10,
  },
] as const;

export class FlowAlarms extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const operations = Operations.of(this);
    for (const alarm of alarms) operations.alarmOnMeasured(this, alarm);
    for (const { metric, ...alarm } of alarmsOfAccount)
      operations.alarm(new Construct(this, alarm.name), { ...alarm, metric: new Metric(metric) });
  }
}
