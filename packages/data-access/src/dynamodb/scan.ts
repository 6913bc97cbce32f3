import { queryPages, type Query, type TableAccess } from '@sluice/aws-kit/dynamodb';
import type { Scan, ScanRow } from '../store/store.ts';
import { recordPartition } from './keys.ts';
import { leafRows } from './leaves.ts';
import { precedes, updatedBetween } from './order.ts';
import { rowOfItem } from './record-items.ts';
import { inShards, mergeShards, rowsPerShard } from './shards.ts';
import { tableShape } from './table.ts';

export function scanRecords(access: TableAccess, siteId: string, scan: Scan): AsyncGenerator<ScanRow> {
  const { kind, order } = scan;
  const rows = inShards((shard) => shardRows(access, recordPartition(siteId, kind, shard), scan));
  if (order !== 'updated') return mergeShards(rows, (a, b) => precedes(order, a, b));
  return onceEach(mergeShards([...rows, leafRows(access, siteId, scan)], isFirst));
}

/** A record may be in the index and in a leaf with one date, if both were written within a millisecond. The index knows more. */
function isFirst(a: ScanRow, b: ScanRow): boolean {
  return isSame(a, b) ? !a.isTentative : precedes('updated', a, b);
}

const isSame = (a: ScanRow, b: ScanRow): boolean => a.id === b.id && a.updatedDate === b.updatedDate;

async function* onceEach(rows: AsyncGenerator<ScanRow>): AsyncGenerator<ScanRow> {
  let last: ScanRow | undefined;
  for await (const row of rows) {
    if (!last || !isSame(row, last)) yield row;
    last = row;
  }
}

async function* shardRows(access: TableAccess, partition: string, scan: Scan): AsyncGenerator<ScanRow[]> {
  const { after, order, kind } = scan;
  const query = order === 'updated' ? indexQuery(partition, scan) : idQuery(partition, scan);
  for await (const items of queryPages(access, { ...query, Limit: rowsPerShard(scan.expected) })) {
    // BETWEEN is inclusive, so the last row of the previous page comes again.
    yield items.map((item) => rowOfItem(kind, item)).filter((row) => row.id !== after?.id);
  }
}

export function idQuery(
  partition: string,
  { after, order }: Pick<Scan, 'order'> & { after?: { id: string } | undefined },
): Query {
  const beyond = order === 'oldest' ? 'sk > :after' : 'sk < :after';
  return {
    KeyConditionExpression: after ? `pk = :pk AND ${beyond}` : 'pk = :pk',
    ExpressionAttributeValues: { ':pk': partition, ...(after && { ':after': after.id }) },
    ScanIndexForward: order === 'oldest',
  };
}

function indexQuery(partition: string, scan: Scan): Query {
  const [low, high] = updatedBetween(scan, ({ id }) => id);
  return {
    IndexName: tableShape.index.name,
    KeyConditionExpression: 'pk = :pk AND u BETWEEN :low AND :high',
    ExpressionAttributeValues: { ':pk': partition, ':low': low, ':high': high },
    ScanIndexForward: false,
  };
}
