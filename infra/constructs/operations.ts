import { metricsNamespace, type MetricName } from '@sluice/functions/metrics';
import { Aws, Duration, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  FilterPattern,
  LogGroup,
  MetricFilter,
  type ILogGroup,
  type RetentionDays,
} from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { measured, StackDashboard } from './dashboard.ts';
import { nothingWatched } from './watched.ts';

export interface OperationsProps {
  /** Who is told of alarms. Each address confirms a subscription once. */
  readonly emails: readonly string[];
  /** Where the runbook can be read; an alarm's name is the anchor in it. */
  readonly runbook: string;
  readonly logRetention: RetentionDays;
}

export interface ServiceAlarm {
  /** Stable, kebab-case: the heading in the runbook. */
  readonly name: string;
  /** A sentence: who is hurt, and how. */
  readonly impact: string;
  readonly metric: IMetric;
  /** The alarm rings when the metric is at or above this; below it, where `isHeartbeat`. */
  readonly threshold: number;
  /** In so many periods in a row; 1 when absent. */
  readonly periods?: number;
  /** Rings when too little is heard, or nothing. */
  readonly isHeartbeat?: true;
}

/** An alarm on what the functions measure. */
export interface MeasuredAlarm extends Omit<ServiceAlarm, 'metric'> {
  readonly metric: MetricName;
  readonly statistic: 'Sum' | 'Maximum';
  readonly period: Duration;
}

export interface LinesAlarm extends Pick<ServiceAlarm, 'name' | 'impact'> {
  readonly logGroup: ILogGroup;
  /** Of the log line. */
  readonly code: string;
}

/** What the people who run a stack see of it: its alarms and its logs. One for each stack, found by `Operations.of`. */
export class Operations extends Construct {
  /** Of everything that the stack's functions measure. */
  readonly namespace: string;
  /** What the dashboard shows: each part adds itself. */
  readonly watched = nothingWatched();
  readonly #topic: Topic;
  readonly #props: OperationsProps;

  static of(scope: Construct): Operations {
    const found = Stack.of(scope).node.tryFindChild('Operations');
    if (found instanceof Operations) return found;
    throw new Error(`${Stack.of(scope).stackName} begins no Operations before ${scope.node.path}`);
  }

  /** Comes first in a stack: whatever is made after it finds it there. */
  static begin(stack: Stack, props: OperationsProps): Operations {
    return new Operations(stack, props);
  }

  private constructor(stack: Stack, props: OperationsProps) {
    super(stack, 'Operations');
    this.#props = props;
    this.namespace = metricsNamespace(stack.stackName);
    this.#topic = new Topic(this, 'Alarms', { enforceSSL: true });
    // Holding the topic to TLS replaces the policy that it would come with, which lets alarms publish.
    const alarms = { conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } } };
    this.#topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com', alarms));
    for (const email of props.emails) this.#topic.addSubscription(new EmailSubscription(email));
  }

  alarm(scope: Construct, props: ServiceAlarm): void {
    const { name, impact, metric, threshold, periods = 1, isHeartbeat = false } = props;
    const alarm = new Alarm(scope, 'Alarm', {
      alarmName: `${Stack.of(this).stackName}-${name}`,
      alarmDescription: `${impact} What to do: ${this.#props.runbook}#${name}`,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: isHeartbeat
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: isHeartbeat ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    this.watched.alarms.push(alarm);
    alarm.addAlarmAction(new SnsAction(this.#topic));
  }

  /** On a number of `functions/metrics.ts`. */
  alarmOnMeasured(scope: Construct, { metric: name, statistic, period, ...alarm }: MeasuredAlarm): void {
    const metric = measured(name, { namespace: this.namespace, statistic, period });
    this.alarm(new Construct(scope, alarm.name), { ...alarm, metric });
  }

  /** Comes last in a stack: the dashboard of all that was made. */
  show(of: 'flow' | 'service'): void {
    const { namespace, watched } = this;
    new StackDashboard(this, 'Dashboard', { namespace, runbook: this.#props.runbook, of, watched });
  }

  /** Rings when a function has logged a line with this code in a quarter of an hour. */
  alarmOnLines(scope: Construct, { code, logGroup, ...alarm }: LinesAlarm): void {
    const lines = new Construct(scope, alarm.name);
    const filter = new MetricFilter(lines, 'Lines', {
      logGroup,
      filterPattern: FilterPattern.stringValue('$.code', '=', code),
      metricNamespace: this.namespace,
      metricName: code,
    });
    const metric = filter.metric({ period: Duration.minutes(15), statistic: 'Sum' });
    this.alarm(lines, { ...alarm, metric, threshold: 1 });
  }

  logGroup(scope: Construct): LogGroup {
    return new LogGroup(scope, 'Logs', { retention: this.#props.logRetention });
  }
}
