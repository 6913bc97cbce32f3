import { createMeter } from '@sluice/lambda-kit';
import { serviceMetrics, type ServiceMetric } from '../metrics.ts';

export const measure = createMeter(serviceMetrics);

/** Counts one, where what happened has a metric. */
export function measureOne(name: ServiceMetric | undefined, facts: Readonly<Record<string, string>>): void {
  if (name !== undefined) measure({ [name]: 1 }, facts);
}
