import { flowMetrics } from '@sluice/flow/measure/metrics';
import { counted, lasted, type MetricDefinition } from '@sluice/aws-kit/handlers';

export const serviceMetrics = {
  CallsUnauthorized: counted('Calls refused because of their token.'),
  CallsInvalid: counted('Calls refused because of what they asked for.'),
  CallsNotFound: counted('Calls refused because there is no such thing.'),
  CallsThrottled: counted('Calls refused because their token had none left.'),
  CallsFailed: counted('Calls answered with server_error.'),
  DryRunsFinished: counted('Dry runs that ended, with or without errors.'),
  ImportsApplied: counted('Imports that ended in success.'),
  ImportsInvalid: counted('Imports refused with nothing written.'),
  ImportsFailed: counted('Imports that stopped half way.'),
  ImportsReverted: counted('Imports that were undone.'),
  RecordsImported: counted('Records of imports that ended in success.'),
  ServiceImportSeconds: lasted('From the call of an import to its end.'),
  DeliveriesSucceeded: counted('Deliveries that a webhook accepted.'),
  DeliveriesParked: counted('Deliveries that were given up, for a person to look at.'),
} as const satisfies Record<string, MetricDefinition>;
export type ServiceMetric = keyof typeof serviceMetrics;

/** What the functions of both stacks measure. */
export const everyMetrics = {
  MessagesFailed: counted('Messages of queues on which a function failed; they come back.'),
} as const satisfies Record<string, MetricDefinition>;

/** Everything that is measured. Metrics have no dimensions: the namespace names the stack, and AWS bills each name. */
export const metrics = { ...flowMetrics, ...serviceMetrics, ...everyMetrics } as const;
export type MetricName = keyof typeof metrics;
export const metricNames = Object.keys(metrics).filter((name): name is MetricName => name in metrics);

/** The value of `METRICS_NAMESPACE` in every function of a stack. */
export const metricsNamespace = (stackName: string): string => `Sluice/${stackName}`;
