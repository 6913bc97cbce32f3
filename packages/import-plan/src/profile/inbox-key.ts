import { importSchema, schemaNames } from '@sluice/contract';
import type { DroppedFile } from './from-file.ts';

/** For every drop in the wrong place. */
export const inboxRule =
  'Expected: inbox/<schema>/<lookup>/<file>, such as inbox/client/email/new clients.csv, ' +
  `or inbox/<profile>/…/<file> with the name of a saved profile. Schemas: ${schemaNames.join(', ')}.`;

/** Where a drop is in the inbox, which decides its settings. */
export type InboxPlace =
  /** `schema` and `lookup` as the folders are written. */
  | { readonly kind: 'direct'; readonly schema: string; readonly lookup: string; readonly fileName: string }
  /** There may be no profile of that name. */
  | ({ readonly kind: 'profile'; readonly profile: string } & DroppedFile)
  | { readonly kind: 'refused'; readonly reason: string };

const inbox = 'inbox/';

/**
 * Reads the key of an object, decoded and without its bucket: `inbox/client/email/new clients.csv`. A first folder with the name
 * of a schema needs exactly the folder of the lookup below it. Any other is a profile, with any folders below it.
 */
export function readInboxKey(key: string): InboxPlace {
  const [first, ...rest] = key.startsWith(inbox) ? key.slice(inbox.length).split('/') : [];
  const fileName = rest.at(-1);
  if (first === undefined || first.trim() === '' || fileName === undefined || fileName === '') {
    return refused('the file is in no folder that names a schema or a profile');
  }
  const [lookup] = rest;
  if (importSchema(first) === undefined)
    return { kind: 'profile', profile: first, fileName, ...(rest.length > 1 && { folder: rest.at(-2) }) };
  if (rest.length !== 2 || lookup === undefined || lookup.trim() === '') {
    return refused(`the folder ${first} is a schema, and needs exactly one folder below it, for the lookup`);
  }
  return { kind: 'direct', schema: first, lookup, fileName };
}

function refused(what: string): InboxPlace {
  return { kind: 'refused', reason: `${what}. ${inboxRule}` };
}
