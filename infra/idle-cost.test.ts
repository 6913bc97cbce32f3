import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { prices } from '../packages/ledger/src/views/prices.ts';
import { templates } from './testing/default-templates.ts';
import { templatesOf, unbundledApp, type Resource } from './testing/templates.ts';

const minutesOfMonth = 43_800;
/** An idle queue is asked every 20 seconds by each poller; a limit of concurrency keeps all five of them. */
const pollers = { limited: 5, unlimited: 2 };
const pollsPerMinute = 3;

const alarmSchema = z.object({
  Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).optional(),
});
const mappingSchema = z.object({ ScalingConfig: z.object({ MaximumConcurrency: z.number() }).optional() });

const priceOf: Readonly<Record<string, (properties: unknown) => number>> = {
  'AWS::CloudWatch::Dashboard': () => prices.perDashboardMonth,
  'AWS::SecretsManager::Secret': () => prices.perSecretMonth,
  // An alarm costs as much for each metric of its expression.
  'AWS::CloudWatch::Alarm': (properties) => {
    const { Metrics: metrics = [{ MetricStat: true }] } = alarmSchema.parse(properties);
    return metrics.filter(({ MetricStat }) => MetricStat !== undefined).length * prices.perAlarmMonth;
  },
  'AWS::Lambda::EventSourceMapping': (properties) => {
    const { ScalingConfig } = mappingSchema.parse(properties);
    const asking = ScalingConfig ? pollers.limited : pollers.unlimited;
    return asking * pollsPerMinute * minutesOfMonth * prices.perQueueRequest;
  },
};

/** By stack, in US dollars a month, for what costs something while nothing runs. */
function idleCost({ resources }: { readonly resources: readonly Resource[] }): Record<string, number> {
  const costs: Record<string, number> = {};
  for (const { stack, type, properties } of resources)
    costs[stack] = (costs[stack] ?? 0) + (priceOf[type]?.(properties) ?? 0);
  return costs;
}

describe('an idle stack', () => {
  it.each([
    ['the default', templatesOf(unbundledApp()), 3],
    ['full', templates, 9.2],
  ] as const)('with %s monitoring costs a few dollars a month', (_level, found, most) => {
    const costs = idleCost(found);
    expect(Object.keys(costs)).toHaveLength(2);
    for (const usd of Object.values(costs)) expect(usd).toBeLessThanOrEqual(most);
  });
});
