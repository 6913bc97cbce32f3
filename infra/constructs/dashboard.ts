import type { MetricName } from '@sluice/functions/metrics';
import { Duration, Stack } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  Metric,
  TextWidget,
  type IMetric,
  type IWidget,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { measuredRows, type Graph } from './measured-rows.ts';
import type { Watched } from './watched.ts';

export interface StackDashboardProps {
  /** The namespace of the stack's own metrics. */
  readonly namespace: string;
  readonly runbook: string;
  readonly of: 'flow' | 'service';
  readonly watched: Watched;
}

const period = Duration.minutes(5);
/** CloudWatch's grid is 24 wide: three graphs beside one another. */
const [width, height] = [8, 6];

/** One page, from top to bottom: is it working, what flows, what AWS counts for each part. */
export class StackDashboard extends Dashboard {
  constructor(scope: Construct, id: string, { namespace, runbook, of, watched }: StackDashboardProps) {
    const { stackName } = Stack.of(scope);
    super(scope, id, { dashboardName: stackName, defaultInterval: Duration.hours(24) });
    const words = `# ${stackName}\nThe runbook explains each alarm: ${runbook}. docs/metrics.md explains each number.`;
    this.addWidgets(new TextWidget({ markdown: words, width: 24, height: 2 }));
    this.addWidgets(new AlarmStatusWidget({ alarms: watched.alarms, width: 24, height: 4, title: 'Alarms' }));
    for (const { title, graphs } of measuredRows[of])
      this.#row(
        title,
        graphs.map((graph) => this.#measured(graph, namespace)),
      );
    for (const { title, widgets } of countedByAws(watched)) if (widgets.length > 0) this.#row(title, widgets);
  }

  #row(title: string, widgets: readonly IWidget[]): void {
    this.addWidgets(new TextWidget({ markdown: `## ${title}`, width: 24, height: 1 }));
    this.addWidgets(...widgets);
  }

  #measured({ title, show, names }: Graph, namespace: string): IWidget {
    return graph(
      title,
      names.map((name) => measured(name, { namespace, statistic: show, period })),
    );
  }
}

export function measured(
  name: MetricName,
  {
    namespace,
    ...how
  }: { readonly namespace: string; readonly statistic: string; readonly period: Duration },
): Metric {
  return new Metric({ namespace, metricName: name, ...how });
}

function graph(title: string, left: readonly IMetric[]): GraphWidget {
  return new GraphWidget({ title, left: [...left], width, height });
}

const sum = { period, statistic: 'Sum' };
const most = { period, statistic: 'Maximum' };

function countedByAws(watched: Watched) {
  return [
    { title: 'Queues', widgets: ofQueues(watched) },
    { title: 'Functions', widgets: ofFunctions(watched) },
    { title: 'State machines and gateways', widgets: [...ofMachines(watched), ...ofGateways(watched)] },
    { title: 'Tables', widgets: ofTables(watched) },
  ];
}

function ofQueues({ queues }: Watched): IWidget[] {
  const waiting = queues.map(({ name: label, queue }) =>
    queue.metricApproximateNumberOfMessagesVisible({ ...most, label }),
  );
  const ages = queues.map(({ name: label, queue }) =>
    queue.metricApproximateAgeOfOldestMessage({ ...most, label }),
  );
  const dead = queues.map(({ name: label, deadLetters }) =>
    deadLetters.metricApproximateNumberOfMessagesVisible({ ...most, label }),
  );
  return [
    graph('Waiting messages', waiting),
    graph('Age of the oldest message, seconds', ages),
    graph('Dead letters', dead),
  ];
}

function ofFunctions({ functions }: Watched): IWidget[] {
  const each = (title: string, metricName: string, how: { statistic: string; period: Duration }) =>
    graph(
      title,
      functions.map(({ name: label, lambda }) => lambda.metric(metricName, { ...how, label })),
    );
  return [
    each('Errors', 'Errors', sum),
    each('Duration, 99th percentile, ms', 'Duration', { period, statistic: 'p99' }),
    each('Throttles', 'Throttles', sum),
    each('Concurrent executions', 'ConcurrentExecutions', most),
    each('Invocations', 'Invocations', sum),
  ];
}

function ofMachines({ machines }: Watched): IWidget[] {
  return machines.map(({ name, machine }) =>
    graph(`${name}: executions`, [
      machine.metricStarted(sum),
      machine.metricFailed(sum),
      machine.metricTimedOut(sum),
    ]),
  );
}

function ofGateways({ gateways }: Watched): IWidget[] {
  return gateways.flatMap(({ name, api }) => [
    graph(`${name}: requests`, [
      api.metricCount(sum),
      api.metricClientError(sum),
      api.metricServerError(sum),
    ]),
    graph(
      `${name}: latency, ms`,
      ['p50', 'p99'].map((statistic) => api.metricLatency({ period, statistic })),
    ),
  ]);
}

function ofTables({ tables }: Watched): IWidget[] {
  return tables.flatMap(({ name, table }) => [
    graph(`${name}: units consumed`, [
      table.metricConsumedReadCapacityUnits(sum),
      table.metricConsumedWriteCapacityUnits(sum),
    ]),
    graph(`${name}: throttled`, throttles(table, period)),
  ]);
}

export function throttles(table: ITable, period: Duration): [Metric, Metric] {
  const how = { period, statistic: 'Sum' };
  return [table.metric('ReadThrottleEvents', how), table.metric('WriteThrottleEvents', how)];
}
