import type { ChangeEvent } from '@sluice/webhooks';
import type { Webhook } from '../store/webhook.ts';

/**
 * What a webhook hears of changes: those of its models. Where it named fields, an update of others is no event to it, and
 * the diff holds only those that it named.
 */
export function heardBy({ models }: Pick<Webhook, 'models'>, events: readonly ChangeEvent[]): ChangeEvent[] {
  const fieldsOf = new Map(models.map(({ model, fields }) => [model, fields]));
  return events.flatMap((event) => {
    const fields = fieldsOf.get(event.schema);
    if (fields === undefined) return [];
    if (fields === null || event.diff === undefined) return [event];
    const diff = Object.fromEntries(Object.entries(event.diff).filter(([name]) => fields.includes(name)));
    return Object.keys(diff).length === 0 ? [] : [{ ...event, diff }];
  });
}
