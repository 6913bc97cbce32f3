import { ApiError, type ParsedInput } from '@sluice/contract';
import { findRecords, lookupKey } from '../records/lookup.ts';
import type { Services } from '../services.ts';
import type { StoredRecord } from '../store/record.ts';
import { planListItems } from './list-item-plan.ts';
import { callerOf, type Call, type Operation } from '../operation.ts';
import { writePlanned } from './together.ts';

/** All items are kept or none (invariant 16). */
export const createListItems: Operation<'createListItems'> = {
  run: async ({ listId, items }: ParsedInput<'createListItems'>, call: Call) => {
    const { siteId, services } = call;
    const list = await listNamed(services, siteId, listId);
    const kept = await writePlanned(services, { ...call, ...callerOf('createListItems', call) }, () =>
      planListItems({ list, items, call }),
    );
    return { items: kept };
  },
};

/** Finds a list by its id, or by its name in any case and spacing. */
export async function listNamed(
  { store }: Pick<Services, 'store'>,
  siteId: string,
  named: string,
): Promise<StoredRecord> {
  const byId = await store.records.get(siteId, { kind: 'list', id: named });
  if (byId && !byId.deleted) return byId;
  const key = lookupKey('list', 'name', named);
  const [found] = key ? await findRecords(store, siteId, [key]) : [];
  const [list] = found ?? [];
  if (!list) throw new ApiError('not_found', 'listId: expected the id or the name of a list of this site.');
  return list;
}
