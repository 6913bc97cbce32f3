import { searchableOf } from '../store/searchables.ts';
import type { Kind } from '../store/record.ts';

/** The models that a webhook can subscribe to, named as the interface names one record. */
export const webhookModels = [
  'user',
  'role',
  'list',
  'listItem',
  'issue',
  'interestAccount',
  'document',
  'template',
  'response',
] as const;
export type WebhookModel = (typeof webhookModels)[number];

/** The model of a kind: all items are of one model, and so are all responses. */
export const modelOf = (kind: Kind): string => kind.split(':', 1)[0] ?? '';

/** The fields that a subscription may name. Undefined means any, for a model without a table. */
export function fieldsOfModel(model: WebhookModel): readonly string[] | undefined {
  const names = Object.keys(searchableOf(model).table);
  return names.length === 0 ? undefined : names;
}
