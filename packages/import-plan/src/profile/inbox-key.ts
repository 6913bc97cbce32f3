import { importSchema } from '@sluice/contract';
import { inboxRule } from './inbox-rule.ts';

/** Where a drop lies in the inbox, and by that which settings rule it. */
export type InboxPlace =
  /** `schema` and `lookup` as the folders are written. */
  | { readonly kind: 'direct'; readonly schema: string; readonly lookup: string; readonly fileName: string }
  /** There may be no profile of that name. */
  | { readonly kind: 'profile'; readonly profile: string; readonly fileName: string }
  | { readonly kind: 'refused'; readonly reason: string };

const inbox = 'inbox/';

/**
 * Reads the key of an object, decoded and without its bucket: `inbox/client/email/new clients.csv`. A first folder that
 * bears a schema's name is followed by the lookup alone; any other is a profile's, with any folders below it.
 */
export function readInboxKey(key: string): InboxPlace {
  const [first, ...rest] = key.startsWith(inbox) ? key.slice(inbox.length).split('/') : [];
  const fileName = rest.at(-1);
  if (first === undefined || first.trim() === '' || fileName === undefined || fileName === '') {
    return refused('the file is in no folder that names a schema or a profile');
  }
  if (importSchema(first) === undefined) return { kind: 'profile', profile: first, fileName };
  const [lookup] = rest;
  if (rest.length !== 2 || lookup === undefined || lookup.trim() === '') {
    return refused(`the folder ${first} is a schema, and needs exactly one folder below it, for the lookup`);
  }
  return { kind: 'direct', schema: first, lookup, fileName };
}

function refused(what: string): InboxPlace {
  return { kind: 'refused', reason: `${what}. ${inboxRule}` };
}
