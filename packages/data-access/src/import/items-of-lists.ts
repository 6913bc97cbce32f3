import { shardsOf } from '../store/ids.ts';
import { listItemKind } from '../store/record.ts';
import type { PlanContext } from './make-plan.ts';
import type { PlanStep } from './plan.ts';

/** The number of a record that deletes a list, and how many items go with it. */
export type ItemsOfList = [number: number, items: number];

/** Items that the import itself deletes are not counted again. */
export async function itemsOfLists(
  steps: readonly PlanStep[],
  context: Pick<PlanContext, 'store' | 'siteId' | 'beat'>,
): Promise<ItemsOfList[]> {
  const deleted = steps.filter(({ action }) => action === 'delete');
  const perKind = Map.groupBy(deleted, ({ kind }) => kind);
  const found: ItemsOfList[] = [];
  for (const { number, id } of perKind.get('list') ?? []) {
    let items = -(perKind.get(listItemKind(id ?? ''))?.length ?? 0);
    for await (const some of itemsIn(id ?? '', context)) {
      await context.beat?.();
      items += some;
    }
    found.push([number, Math.max(0, items)]);
  }
  return found;
}

/** How many items of a list are not deleted, page by page. */
export async function* itemsIn(
  listId: string,
  { store, siteId }: Pick<PlanContext, 'store' | 'siteId'>,
): AsyncGenerator<number> {
  for (const shard of shardsOf([listItemKind(listId)]))
    for await (const page of store.records.shard(siteId, shard))
      yield page.filter(({ deleted }) => !deleted).length;
}
