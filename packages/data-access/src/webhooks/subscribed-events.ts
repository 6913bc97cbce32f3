import type { ChangeEvent } from '@sluice/webhooks';
import { customKey } from '../records/custom-fields.ts';
import type { Webhook } from '../store/webhook.ts';

/**
 * The events that a webhook receives: those of its models. If it named fields, updates of other fields are left out, and
 * the diff has only the named ones.
 */
export function subscribedEvents(
  { models }: Pick<Webhook, 'models'>,
  events: readonly ChangeEvent[],
): ChangeEvent[] {
  const fieldsOf = new Map(models.map(({ model, fields }) => [model, fields]));
  return events.flatMap((event) => {
    const fields = fieldsOf.get(event.schema);
    if (fields === undefined) return [];
    if (fields === null || event.diff === undefined) return [event];
    const diff = Object.fromEntries(Object.entries(event.diff).filter(([name]) => isNamed(name, fields)));
    return Object.keys(diff).length === 0 ? [] : [{ ...event, diff }];
  });
}

/** `customFields` covers every field that the site has added. */
const isNamed = (name: string, fields: readonly string[]): boolean =>
  fields.includes(name) || (name.startsWith(customKey('')) && fields.includes('customFields'));
