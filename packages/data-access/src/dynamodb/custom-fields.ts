import { versionedItems, type TableAccess } from '@sluice/dynamo-kit';
import { siteCustomFields, type CustomFieldStore } from '../store/store.ts';
import { customFieldsKey } from './keys.ts';

export function createDynamoCustomFields(access: TableAccess): CustomFieldStore {
  const { get, create, update } = versionedItems(access, siteCustomFields);
  return {
    get: async (siteId) => (await get(customFieldsKey(siteId))) ?? { version: 0, fields: [] },
    replace: (siteId, next) => (next.version === 1 ? create : update)(customFieldsKey(siteId), next),
  };
}
