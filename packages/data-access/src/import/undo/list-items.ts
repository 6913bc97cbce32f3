import { inChunks } from '@sluice/parallel';
import { listItemKind } from '../../operations/list-item-plan.ts';
import type { Store } from '../../store/store.ts';

/**
 * Whether a list has items that are not deleted. A page may lag behind a write, so each item is read strongly. Nobody can
 * add one later: the list is deleted by then.
 */
export async function hasItems(
  listId: string,
  { store, siteId }: { readonly store: Store; readonly siteId: string },
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
