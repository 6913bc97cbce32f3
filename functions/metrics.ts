import { flowMetrics } from '@sluice/flow/measure/metrics';
import { counted, lasted, type MetricDefinition } from '@sluice/lambda-kit';

/** Everything that the service measures. */
export const serviceMetrics = {
  CallsUnauthorized: counted('Calls refused for their token.'),
  CallsInvalid: counted('Calls refused for what they asked.'),
  CallsNotFound: counted('Calls refused because there is no such thing.'),
  CallsOverLimit: counted('Calls refused because their token had none left.'),
  CallsFailed: counted('Calls answered with server_error.'),
  DryRunsDone: counted('Dry runs that ended, whatever they found.'),
  ImportsApplied: counted('Imports that ended in success.'),
  ImportsInvalid: counted('Imports refused with nothing written.'),
  ImportsFailed: counted('Imports that stopped half way.'),
  ImportsReverted: counted('Imports that were undone.'),
  RecordsImported: counted('Records of imports that ended in success.'),
  ServiceImportSeconds: lasted('From the call of an import to its end.'),
  DeliveriesMade: counted('Deliveries that a webhook took.'),
  DeliveriesParked: counted('Deliveries that were given up, for a person to look at.'),
} as const satisfies Record<string, MetricDefinition>;
export type ServiceMetric = keyof typeof serviceMetrics;

/**
 * Everything that is measured. Metrics have no dimensions: the namespace names the stack, and each name is one metric
 * to pay for.
 */
export const metrics = { ...flowMetrics, ...serviceMetrics } as const;
export type MetricName = keyof typeof metrics;
export const metricNames = Object.keys(metrics).filter((name): name is MetricName => name in metrics);

/** The value of `METRICS_NAMESPACE` in every function of a stack. */
export const metricsNamespace = (stackName: string): string => `Sluice/${stackName}`;
