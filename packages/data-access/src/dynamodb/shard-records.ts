import { queryPages, type TableAccess } from '@sluice/aws-kit/dynamodb';
import type { StoredRecord } from '../store/record.ts';
import type { Shard } from '../store/store.ts';
import { recordPartition } from './keys.ts';
import { recordOfItem } from './record-items.ts';

const recordsPerPage = 1_000;

/** Unlike a scan it misses no write that ended before it began. */
export async function* shardRecords(
  access: TableAccess,
  siteId: string,
  { kind, shard, after }: Shard,
): AsyncGenerator<StoredRecord[]> {
  const pk = recordPartition(siteId, kind, shard);
  const query = {
    KeyConditionExpression: after ? 'pk = :pk AND sk > :after' : 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk, ...(after && { ':after': after }) },
    ConsistentRead: true,
    Limit: recordsPerPage,
  };
  for await (const items of queryPages(access, query)) yield items.map((item) => recordOfItem(kind, item));
}
