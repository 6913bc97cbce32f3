import { createMeter } from '@sluice/lambda-kit';
import { metrics, type MetricName } from '../metrics.ts';

/** Measures what `metrics.ts` names. */
export const measure = createMeter(metrics);

/** Counts one, where what happened has a metric. */
export function measureOne(name: MetricName | undefined, facts: Readonly<Record<string, string>>): void {
  if (name !== undefined) measure({ [name]: 1 }, facts);
}

/** Undefined where either time is. */
export function secondsBetween(from: string | undefined, to: string | undefined): number | undefined {
  if (from === undefined || to === undefined) return undefined;
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);
}
