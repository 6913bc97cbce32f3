import { metricsNamespace } from '@sluice/functions/metrics';
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
  /** The alarm rings when the metric is at or above this in one period. */
  readonly threshold: number;
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

  alarm(scope: Construct, { name, impact, metric, threshold }: ServiceAlarm): void {
    const alarm = new Alarm(scope, 'Alarm', {
      alarmName: `${Stack.of(this).stackName}-${name}`,
      alarmDescription: `${impact} What to do: ${this.#props.runbook}#${name}`,
      metric,
      threshold,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.#topic));
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
