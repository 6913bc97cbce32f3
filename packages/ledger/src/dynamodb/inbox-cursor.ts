import { inboxCursorSchema, type InboxCursor } from '../sweep/inbox-cursor.ts';
import { readItem } from './items.ts';
import { inboxCursorKey } from './keys.ts';
import { type TableAccess, getItem, putItem } from './table-access.ts';

export async function readInboxCursor(access: TableAccess): Promise<InboxCursor | undefined> {
  const item = await getItem(access, inboxCursorKey);
  return item && readItem(inboxCursorSchema, item);
}

/** Without a condition: whichever of two sweeps writes last, what it wrote is true. */
export function keepInboxCursor(access: TableAccess, cursor: InboxCursor): Promise<void> {
  return putItem(access, { ...inboxCursorKey, ...cursor });
}
