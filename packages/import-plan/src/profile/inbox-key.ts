import { importSchema, reasonOf, schemaNames } from '@sluice/contract';
import type { DroppedFile } from './from-file.ts';
import { refusedFor, type Refused } from './refused.ts';

/** For a person. */
export const schemasShown = schemaNames.map((name) => (name.includes('<') ? `\`${name}\`` : name)).join(', ');

/** For every drop in the wrong place. */
export const inboxRule =
  'Drop it in `inbox/<schema>/<lookup>/`, such as `inbox/client/email/new clients.csv`, or in `inbox/<profile>/` of a saved ' +
  `profile. The schemas are ${schemasShown}.`;

/** Where a drop is in the inbox, which decides its settings. */
export type InboxPlace =
  /** `schema` and `lookup` as the folders are written. */
  | { readonly kind: 'direct'; readonly schema: string; readonly lookup: string; readonly fileName: string }
  /** There may be no profile of that name. */
  | ({ readonly kind: 'profile'; readonly profile: string } & DroppedFile)
  | Refused;

const inbox = 'inbox/';

/**
 * Reads the key of an object, decoded and without its bucket: `inbox/client/email/new clients.csv`. A first folder with the name
 * of a schema needs exactly the folder of the lookup below it. Any other is a profile, with any folders below it.
 */
export function readInboxKey(key: string): InboxPlace {
  const [first, ...rest] = key.startsWith(inbox) ? key.slice(inbox.length).split('/') : [];
  const fileName = rest.at(-1);
  if (first === undefined || first.trim() === '' || fileName === undefined || fileName === '') {
    return refusedFor(reasonOf('no_folder', { rule: inboxRule }));
  }
  const [lookup] = rest;
  if (importSchema(first) === undefined)
    return { kind: 'profile', profile: first, fileName, ...(rest.length > 1 && { folder: rest.at(-2) }) };
  if (rest.length !== 2 || lookup === undefined || lookup.trim() === '') {
    return refusedFor(reasonOf('no_lookup_folder', { folder: first, rule: inboxRule }));
  }
  return { kind: 'direct', schema: first, lookup, fileName };
}
