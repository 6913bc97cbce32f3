import { inChunks } from '@sluice/parallel';
import { listItemKind } from '../../operations/list-item-plan.ts';
import type { Undoing } from './undo-records.ts';

/**
 * Whether a list has items that are not deleted. A page may lag a write: each item found is looked at itself. Who adds
 * one later than this finds no list any more.
 */
export async function hasItems(
  listId: string,
  { store, siteId }: Pick<Undoing, 'store' | 'siteId'>,
): Promise<boolean> {
  const kind = listItemKind(listId);
  const found: string[] = [];
  for await (const { id, deleted } of store.records.scan(siteId, { kind, order: 'newest', expected: 100 }))
    if (!deleted) found.push(id);
  for (const ids of inChunks(found, 100)) {
    const items = await store.records.getMany(
      siteId,
      ids.map((id) => ({ kind, id })),
    );
    if (items.some((item) => item?.deleted === false)) return true;
  }
  return false;
}
