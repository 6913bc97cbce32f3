import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { Operations, type MeasuredAlarm } from './operations.ts';

const [quarter, hour, day] = [Duration.minutes(15), Duration.hours(1), Duration.days(1)];

/** On what the flow measures of itself, beside the alarms that each part brings along. */
const alarms: readonly MeasuredAlarm[] = [
  {
    name: 'batch-overdue',
    impact: 'Rows of a drop were sent two hours ago, and the person who dropped it has no word yet.',
    metric: 'OldestBatchSeconds',
    statistic: 'Maximum',
    period: quarter,
    threshold: Duration.hours(2).toSeconds(),
  },
  {
    name: 'decision-overdue',
    impact:
      'A run has waited a day for a person, and every later drop into the same records waits behind it.',
    metric: 'OldestQuestionSeconds',
    statistic: 'Maximum',
    period: hour,
    threshold: day.toSeconds(),
  },
  {
    name: 'hourly-calls-spent',
    impact: 'For two hours the calls of the hour did not suffice: people get their results hours later.',
    metric: 'BatchesDeferred',
    statistic: 'Sum',
    period: hour,
    threshold: 1,
    periods: 2,
  },
  {
    name: 'mails-refused',
    impact: 'Somebody who dropped a sheet is not told how it ended: the mail service took no mail for them.',
    metric: 'MailsRefused',
    statistic: 'Sum',
    period: hour,
    threshold: 1,
  },
  {
    name: 'migrations-failed',
    impact: 'A migration brought no row at its time: whoever counts on its data finds those of the last one.',
    metric: 'MigrationsFailed',
    statistic: 'Sum',
    period: hour,
    threshold: 1,
  },
  {
    name: 'sweep-missed',
    impact:
      'Drops and runs that something lost are not looked for: the people behind them wait without a word.',
    metric: 'Sweeps',
    statistic: 'Sum',
    period: quarter,
    threshold: 1,
    periods: 3,
    isHeartbeat: true,
  },
  {
    name: 'seal-missed',
    impact: 'For a day nobody has sealed the history: an auditor would not miss a run that somebody removed.',
    metric: 'Seals',
    statistic: 'Sum',
    period: day,
    threshold: 1,
    isHeartbeat: true,
  },
];

export class FlowAlarms extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const operations = Operations.of(this);
    for (const alarm of alarms) operations.alarmOnMeasured(this, alarm);
    operations.alarm(new Construct(this, 'bounce-rate'), {
      name: 'bounce-rate',
      impact: 'AWS may stop all mail of this account: then nobody who drops a sheet learns how it ended.',
      // Of the whole account, as AWS judges it: at 5 % it puts an account under review.
      metric: new Metric({
        namespace: 'AWS/SES',
        metricName: 'Reputation.BounceRate',
        period: hour,
        statistic: 'Maximum',
      }),
      threshold: 0.05,
    });
    operations.alarm(new Construct(this, 'lambda-throttles'), {
      name: 'lambda-throttles',
      impact: 'Functions wait for one another: drops move slowly, and callers of the service get no answer.',
      // Of all functions of the account, which share what may run at once.
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'Throttles',
        period: quarter,
        statistic: 'Sum',
      }),
      threshold: 10,
    });
  }
}
