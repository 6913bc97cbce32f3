import type { StoredItem } from '../model/stored-item.ts';
import type { Head } from './verify-run.ts';

/** The end of the history by the item's own fields. If these are unusable, the history counts as empty. */
export function headIn({ subject, fields }: StoredItem): Head {
  const { version, head } = fields;
  return {
    subject,
    version: typeof version === 'number' ? version : 0,
    hash: typeof head === 'string' ? head : null,
  };
}
