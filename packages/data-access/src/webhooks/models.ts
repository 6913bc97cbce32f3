import { searchableOf } from '../search/searchables.ts';
import type { Kind } from '../store/record.ts';

/** What a webhook may hear of: the collections, named as the interface names one record of each. */
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

/** The items of every list are of one model; so are the responses of every form. */
export const modelOf = (kind: Kind): string => kind.split(':', 1)[0] ?? '';

/** The fields that a subscription to a model may name; undefined where any may be, since no table declares them. */
export function fieldsOfModel(model: WebhookModel): readonly string[] | undefined {
  const names = Object.keys(searchableOf(model).table);
  return names.length === 0 ? undefined : names;
}
