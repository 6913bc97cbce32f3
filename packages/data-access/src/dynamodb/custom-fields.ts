import { customFieldDefinition } from '@sluice/contract';
import { versionedItems, type TableAccess } from '@sluice/dynamo-kit';
import { z } from 'zod';
import type { CustomFieldStore } from '../store/store.ts';
import { customFieldsKey } from './keys.ts';

const siteFields = z.object({ version: z.number(), fields: z.array(customFieldDefinition) });

export function createDynamoCustomFields(access: TableAccess): CustomFieldStore {
  const { get, create, update } = versionedItems(access, siteFields);
  return {
    get: async (siteId) => (await get(customFieldsKey(siteId))) ?? { version: 0, fields: [] },
    replace: (siteId, { version, fields }) => {
      const put = version === 1 ? create : update;
      return put(customFieldsKey(siteId), { version, fields: [...fields] });
    },
  };
}
