import { queryPages, type Query, type TableAccess } from '@sluice/dynamo-kit';
import type { Position, Scan, ScanRow, SortOrder } from '../store/store.ts';
import { recordPartition } from './keys.ts';
import { indexSortKey, rowOfItem } from './record-items.ts';
import { mergeShards, rowsPerShard } from './shards.ts';
import { tableShape } from './table.ts';

export function scanRecords(access: TableAccess, siteId: string, scan: Scan): AsyncGenerator<ScanRow> {
  return mergeShards(
    (shard) => shardRows(access, recordPartition(siteId, scan.kind, shard), scan),
    (a, b) => precedes(scan.order, a, b),
  );
}

function precedes(order: SortOrder, a: Position, b: Position): boolean {
  if (order === 'oldest') return a.id < b.id;
  if (order === 'newest' || a.updatedDate === b.updatedDate) return a.id > b.id;
  return a.updatedDate > b.updatedDate;
}

async function* shardRows(access: TableAccess, partition: string, scan: Scan): AsyncGenerator<ScanRow[]> {
  const { after, order, kind } = scan;
  const query = order === 'updated' ? updatedQuery(partition, scan) : idQuery(partition, scan);
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

const belowAnyDate = '0';
const aboveAnyDate = ':';
const aboveAnyId = '~';

function updatedQuery(partition: string, { after, updatedAfter, updatedBefore }: Scan): Query {
  const low = updatedAfter === undefined ? belowAnyDate : indexSortKey(updatedAfter, aboveAnyId);
  const ends = [
    ...(updatedBefore === undefined ? [] : [indexSortKey(updatedBefore, '')]),
    ...(after ? [indexSortKey(after.updatedDate, after.id)] : []),
  ];
  const high = ends.length === 0 ? aboveAnyDate : ends.reduce((a, b) => (a < b ? a : b));
  return {
    IndexName: tableShape.index.name,
    KeyConditionExpression: 'pk = :pk AND u BETWEEN :low AND :high',
    ExpressionAttributeValues: {
      ':pk': partition,
      ':low': low,
      ':high': high < low ? low : high,
    },
    ScanIndexForward: false,
  };
}
