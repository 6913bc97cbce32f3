import { queryPages, versionedItems, type Item, type TableAccess } from '@sluice/aws-kit/dynamodb';
import { importItem } from '../store/import-item.ts';
import type { ImportScan, ImportStore } from '../store/store.ts';
import { importKey, importPartition } from './keys.ts';
import { idQuery } from './scan.ts';
import { inShards, mergeShards, rowsPerShard } from './shards.ts';

export function createDynamoImports(access: TableAccess): ImportStore {
  const items = versionedItems(access, importItem);
  return {
    get: (siteId, importId) => items.get(importKey(siteId, importId)),
    create: (item) => items.create(importKey(item.siteId, item.importId), item),
    update: (next) => items.update(importKey(next.siteId, next.importId), next),
    scan: (siteId, scan) =>
      mergeShards(
        inShards(async function* (shard) {
          for await (const page of shardPages(access, importPartition(siteId, shard), scan))
            yield page.map(items.parse);
        }),
        (a, b) => a.importId > b.importId,
      ),
  };
}

function shardPages(
  access: TableAccess,
  partition: string,
  { after, expected }: ImportScan,
): AsyncGenerator<Item[]> {
  const query = idQuery(partition, {
    order: 'newest',
    after: after === undefined ? undefined : { id: after },
  });
  return queryPages(access, { ...query, Limit: rowsPerShard(expected) });
}
