import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { DryRunStore } from '../store/dry-runs.ts';
import { dryRunKey } from './keys.ts';
import { attributeKey, readItems, textOf, type TableAccess } from './table-access.ts';

export function createDynamoDryRuns(access: TableAccess): DryRunStore {
  return {
    note: async ({ siteId, digest, importId, expires }) => {
      const Item = {
        ...attributeKey(dryRunKey(siteId, digest)),
        id: { S: importId },
        expires: { N: String(expires) },
      };
      await access.client.send(new PutItemCommand({ TableName: access.table, Item }));
    },
    find: async (siteId, digest, now) => {
      const [item] = await readItems(access, [dryRunKey(siteId, digest)]);
      // Expired items linger for days.
      const isKept = Number(item?.['expires']?.N ?? 0) * 1000 > now.getTime();
      return isKept ? textOf(item, 'id') : undefined;
    },
  };
}
