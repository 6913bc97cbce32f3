import { beforeAll, expect, it } from 'vitest';
import { aRecord, asNew } from '../testing/builders.ts';
import { onDynamo } from '../testing/on-dynamo.ts';

const site = 'site';
const records = Array.from({ length: 1000 }, (_, n) => aRecord(n));
const { emulator, store } = onDynamo();
let requests = 0;
/** How often a query started while no other was running. */
let waits = 0;

beforeAll(async () => {
  await store.records.write(site, records.map(asNew));
  let underWay = 0;
  emulator.client.middlewareStack.add(
    (next) => async (args) => {
      if (underWay === 0) waits += 1;
      requests += 1;
      underWay += 1;
      return next(args).finally(() => (underWay -= 1));
    },
    { step: 'initialize', name: 'waits' },
  );
});

it.each(['newest', 'oldest', 'updated'] as const)(
  'a long search by %s reads on in all shards together, and misses nothing',
  async (order) => {
    requests = waits = 0;
    const ids: string[] = [];
    for await (const { id } of store.records.scan(site, { kind: 'user', order, expected: 100 })) ids.push(id);
    const oldestFirst = records.map(({ id }) => id);
    expect(ids).toEqual(order === 'oldest' ? oldestFirst : oldestFirst.toReversed());
    // 125 rows a shard, 25 a query: one after the other, these would be at least 40 waits.
    expect(requests).toBeGreaterThanOrEqual(40);
    expect(waits).toBeLessThan(20);
  },
);
