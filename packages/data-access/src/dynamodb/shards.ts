import { shardCount } from '../store/ids.ts';

interface Shard<Row> {
  readonly pages: AsyncGenerator<Row[]>;
  rows: Row[];
  at: number;
}

/** What a scan reads in each shard. */
export const inShards = <T>(of: (shard: number) => T): T[] =>
  Array.from({ length: shardCount }, (_, shard) => of(shard));

/** Merges the rows of all shards in one order. Each shard is read a few rows at a time. */
export async function* mergeShards<Row>(
  pagesOf: readonly AsyncGenerator<Row[]>[],
  precedes: (a: Row, b: Row) => boolean,
): AsyncGenerator<Row> {
  const shards = pagesOf.map((pages): Shard<Row> => ({ pages, rows: [], at: 0 }));
  let live = await keepFilled(shards);
  while (live.length > 0) {
    const first = live.reduce((a, b) => (precedes(headOf(a), headOf(b)) ? a : b));
    yield headOf(first);
    first.at += 1;
    if (first.at >= first.rows.length) live = await keepFilled(live);
  }
}

/** How many rows to read from each shard: an eighth, and some more so that a second read is rarely needed. */
export function rowsPerShard(expected: number): number {
  const share = expected / shardCount;
  return Math.ceil(share + 3 * Math.sqrt(share) + 1);
}

/** Fills nearly empty shards too. Shards drain alike, so a long search would otherwise wait for each in turn. */
async function keepFilled<Row>(shards: readonly Shard<Row>[]): Promise<Shard<Row>[]> {
  await Promise.all(shards.filter(isNearlyEmpty).map(fill));
  return shards.filter((shard) => shard.at < shard.rows.length);
}

const isNearlyEmpty = <Row>({ rows, at }: Shard<Row>): boolean => rows.length - at <= rows.length / 4;

async function fill<Row>(shard: Shard<Row>): Promise<void> {
  for (;;) {
    const next = await shard.pages.next();
    if (next.done) return;
    shard.rows = [...shard.rows.slice(shard.at), ...next.value];
    shard.at = 0;
    if (next.value.length > 0) return;
  }
}

function headOf<Row>(shard: Shard<Row>): Row {
  const row = shard.rows[shard.at];
  if (!row) throw new RangeError('An empty shard has no head.');
  return row;
}
