import { metricsNamespace, type MetricName } from '@sluice/functions/metrics';
import { Aws, Duration, Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FilterPattern, LogGroup, MetricFilter, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Topic, type ITopic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Stage } from '../settings/settings.ts';
import { addOutputs } from '../stack/add-outputs.ts';
import type { SluiceStack } from '../stack/sluice-stack.ts';
import { measured, StackDashboard } from './dashboard.ts';
import { keyFor } from './encryption.ts';
import { nothingWatched } from './watched.ts';

export interface ServiceAlarm {
  /** Stable, kebab-case: the heading in the runbook. */
  readonly name: string;
  /** A sentence: who is affected, and how. */
  readonly impact: string;
  readonly metric: IMetric;
  /** The alarm fires when the metric reaches this, 1 by default; with `isHeartbeat`, when it falls below. */
  readonly threshold?: number;
  /** How many periods in a row; 1 by default. */
  readonly periods?: number;
  /** Rings when the metric is below the threshold, or missing. */
  readonly isHeartbeat?: true;
  /** Another alarm, a mail of ours or AWS itself reports the fault too: only with full monitoring. */
  readonly isDetail?: true;
}

/** An alarm on what the functions measure. */
export interface MeasuredAlarm extends Omit<ServiceAlarm, 'metric'> {
  readonly metric: MetricName;
  /** `Sum` by default. */
  readonly statistic?: 'Sum' | 'Maximum';
  readonly period: Duration;
}

export interface LinesAlarm extends Pick<ServiceAlarm, 'name' | 'impact'> {
  readonly logGroup: ILogGroup;
  /** The `code` of the log line. */
  readonly code: string;
}

/** The alarms, logs and dashboard of a stack. There is one for each stack: `Operations.of` finds it. */
export class Operations extends Construct {
  /** The namespace of the stack's own metrics. */
  readonly namespace: string;
  /** The parts on the dashboard: each adds itself. */
  readonly watched = nothingWatched();
  readonly #topics: readonly ITopic[];
  readonly #stage: Stage;

  static of(scope: Construct): Operations {
    const found = Stack.of(scope).node.tryFindChild('Operations');
    if (found instanceof Operations) return found;
    throw new Error(`${Stack.of(scope).stackName} has no Operations before ${scope.node.path}`);
  }

  /** Must come first in a stack, so that all other parts find it. */
  static begin(stack: SluiceStack): Operations {
    return new Operations(stack);
  }

  private constructor(stack: SluiceStack) {
    super(stack, 'Operations');
    this.#stage = stack.stage;
    this.namespace = metricsNamespace(stack.stackName);
    const { alarmTopics, mail, monitoring } = this.#stage;
    const existing = new Construct(this, 'Existing');
    this.#topics =
      monitoring === 'none'
        ? []
        : [
            ...(mail.alarmsTo.length > 0 ? [this.#mailTo(mail.alarmsTo)] : []),
            ...alarmTopics.map((arn, at) => Topic.fromTopicArn(existing, `Topic${at}`, arn)),
          ];
    // For the doctor: they are no resources of the stack.
    if (alarmTopics.length > 0) addOutputs(stack, { AlarmTopics: alarmTopics.join(' ') });
  }

  /** Each address confirms its subscription once. */
  #mailTo(emails: readonly string[]): Topic {
    const masterKey = keyFor('topics', this);
    const topic = new Topic(this, 'Alarms', { enforceSSL: true, ...(masterKey && { masterKey }) });
    // `enforceSSL` replaces the default policy, which would let alarms publish.
    const alarms = { conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } } };
    topic.grantPublish(new ServicePrincipal('cloudwatch.amazonaws.com', alarms));
    for (const email of emails) topic.addSubscription(new EmailSubscription(email));
    return topic;
  }

  alarm(scope: Construct, props: ServiceAlarm): void {
    const { name, impact, metric, threshold = 1, periods = 1, isHeartbeat = false, isDetail = false } = props;
    const { monitoring, runbook } = this.#stage;
    if (monitoring === 'none' || (isDetail && monitoring !== 'full')) return;
    const alarm = new Alarm(scope, 'Alarm', {
      alarmName: `${Stack.of(this).stackName}-${name}`,
      alarmDescription: `${impact} What to do: ${runbook}#${name}`,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: isHeartbeat
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: isHeartbeat ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    this.watched.alarms.push(alarm);
    alarm.addAlarmAction(...this.#topics.map((topic) => new SnsAction(topic)));
  }

  /** An alarm on a metric of `functions/metrics.ts`. */
  alarmOnMeasured(
    scope: Construct,
    { metric: name, statistic = 'Sum', period, ...alarm }: MeasuredAlarm,
  ): void {
    const metric = measured(name, { namespace: this.namespace, statistic, period });
    this.alarm(new Construct(scope, alarm.name), { ...alarm, metric });
  }

  /** Must come last in a stack: the dashboard of all parts. */
  show(of: 'flow' | 'service'): void {
    const { namespace, watched } = this;
    const { monitoring, runbook } = this.#stage;
    if (monitoring === 'full') new StackDashboard(this, 'Dashboard', { namespace, runbook, of, watched });
  }

  /** Rings when a function logged a line with this code in the last quarter of an hour. */
  alarmOnLines(scope: Construct, { code, logGroup, ...alarm }: LinesAlarm): void {
    if (this.#stage.monitoring === 'none') return;
    const lines = new Construct(scope, alarm.name);
    const filter = new MetricFilter(lines, 'Lines', {
      logGroup,
      filterPattern: FilterPattern.stringValue('$.code', '=', code),
      metricNamespace: this.namespace,
      metricName: code,
    });
    const metric = filter.metric({ period: Duration.minutes(15), statistic: 'Sum' });
    this.alarm(lines, { ...alarm, metric });
  }

  logGroup(scope: Construct): LogGroup {
    return new LogGroup(scope, 'Logs', { retention: this.#stage.keep.logs });
  }
}
