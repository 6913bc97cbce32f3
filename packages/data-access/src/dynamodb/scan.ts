import type { QueryCommandInput } from '@aws-sdk/client-dynamodb';
import { shardCount } from '../store/ids.ts';
import type { Position, Scan, ScanRow, SortOrder } from '../store/store.ts';
import { recordPartition } from './keys.ts';
import { indexSortKey, rowOfItem } from './record-items.ts';
import { tableShape } from './table.ts';
import { queryPages, type TableAccess } from './table-access.ts';

interface Shard {
  readonly pages: AsyncGenerator<ScanRow[]>;
  rows: ScanRow[];
  at: number;
}

/**
 * Rows of all shards in one order. Each shard is read a little at a time: ids are spread evenly, so about an eighth of
 * the rows come from each, and one that runs empty is read on.
 */
export async function* scanRecords(access: TableAccess, siteId: string, scan: Scan): AsyncGenerator<ScanRow> {
  const shards = Array.from({ length: shardCount }, (_, shard): Shard => ({
    pages: shardRows(access, recordPartition(siteId, scan.kind, shard), scan),
    rows: [],
    at: 0,
  }));
  let live = await keepFilled(shards);
  while (live.length > 0) {
    const first = live.reduce((a, b) => (precedes(scan.order, headOf(a), headOf(b)) ? a : b));
    yield headOf(first);
    first.at += 1;
    if (first.at >= first.rows.length) live = await keepFilled(live);
  }
}

async function keepFilled(shards: readonly Shard[]): Promise<Shard[]> {
  await Promise.all(shards.map(fill));
  return shards.filter((shard) => shard.at < shard.rows.length);
}

async function fill(shard: Shard): Promise<void> {
  while (shard.at >= shard.rows.length) {
    const next = await shard.pages.next();
    if (next.done) return;
    shard.rows = next.value;
    shard.at = 0;
  }
}

function headOf(shard: Shard): ScanRow {
  const row = shard.rows[shard.at];
  if (!row) throw new RangeError('An empty shard has no head.');
  return row;
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
    // The bounds of BETWEEN are inclusive: the last row that was read comes again.
    yield items.map((item) => rowOfItem(kind, item)).filter((row) => row.id !== after?.id);
  }
}

/** An eighth, and enough more that a shard seldom has to be read twice. */
function rowsPerShard(expected: number): number {
  const share = expected / shardCount;
  return Math.ceil(share + 3 * Math.sqrt(share) + 1);
}

type RowQuery = Omit<QueryCommandInput, 'TableName'>;

function idQuery(partition: string, { after, order }: Scan): RowQuery {
  const beyond = order === 'oldest' ? 'sk > :after' : 'sk < :after';
  return {
    KeyConditionExpression: after ? `pk = :pk AND ${beyond}` : 'pk = :pk',
    ExpressionAttributeValues: { ':pk': { S: partition }, ...(after && { ':after': { S: after.id } }) },
    ScanIndexForward: order === 'oldest',
  };
}

const belowAnyDate = '0';
const aboveAnyDate = ':';
const aboveAnyId = '~';

function updatedQuery(partition: string, { after, updatedAfter, updatedBefore }: Scan): RowQuery {
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
      ':pk': { S: partition },
      ':low': { S: low },
      ':high': { S: high < low ? low : high },
    },
    ScanIndexForward: false,
  };
}
