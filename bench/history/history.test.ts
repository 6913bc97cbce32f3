import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createDynamoLedger, ledgerTable } from '@sluice/ledger/dynamodb';
import { startMemoryDatabase } from '@sluice/local/memory-database';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { fieldsOf, linesIn } from '../../packages/ledger/src/dynamodb/packed.ts';
import type { Item } from '../../packages/ledger/src/dynamodb/table-access.ts';
import { total, type Tally } from '../counting.ts';
import { figures, itMeasures, ratio, time } from '../tried.ts';
import { itemsOf, itemsOfRuns } from './fill.ts';
import { openHistory, type Query, type SizedHistory } from './open-history.ts';
import { searchesOf } from './searches.ts';
import { benchRun, frequent, other, rare, writeRun } from './bench-runs.ts';

it('the bench writes the same items for a run as the ledger does', async () => {
  const database = await startMemoryDatabase();
  onTestFinished(() => database.stop());
  const [table, size] = ['written', 100];
  await database.createTable(table, ledgerTable);
  const client = database.client();
  // One of each status.
  for (const n of [50, 4, 99]) {
    const one = benchRun(n, size);
    await writeRun(createDynamoLedger({ client, table, now: () => one.at }), one);
    const { Items: written = [] } = await client.send(new ScanCommand({ TableName: table }));
    const own = written
      .filter(({ pk, sk }) => pk === `run#${one.runId}` || sk === one.runId)
      .map(withoutMarks);
    const items = await itemsOf(one);
    for (const item of items) {
      const set = Object.entries(withoutMarks(item)).filter(([, value]) => value !== undefined);
      expect(own).toContainEqual(expect.objectContaining(Object.fromEntries(set)));
    }
    const found = own.filter(
      (item) =>
        'gsi1pk' in item || 'lines' in item || /^run/u.test(String(item['sk'])) || item['sk'] === one.runId,
    );
    expect(found).toHaveLength(items.length);
  }
  const months: unknown[] = [];
  for await (const item of itemsOfRuns(100)) if (item['pk'] === 'months') months.push(item['sk']);
  expect(months).toEqual(['2026-10']);
});

/** An item with what is packed in it. Each write has its own marks. */
function withoutMarks({ mark: _mark, f, ...item }: Item): Item {
  if (f === undefined) return item;
  const lines = linesIn({ f }).map(({ mark: _own, ...line }) => line);
  return { ...item, ...fieldsOf({ f }), lines };
}

describe('a page of the history', () => {
  const [small, large, limit] = [100, 2_100, 20];
  const temp = mkdtempSync(join(tmpdir(), 'bench-test-'));
  let histories: SizedHistory[];
  beforeAll(async () => {
    histories = [await openHistory(temp, small), await openHistory(temp, large)];
  }, 120_000);
  afterAll(async () => {
    for (const { close } of histories) await close();
    rmSync(temp, { recursive: true, force: true });
  });

  const pageSchema = z.object({
    runs: z.array(z.object({ runId: z.string() })),
    next: z.string().optional(),
  });
  async function request({ get, counting }: SizedHistory, query: Query) {
    const { answer, sent } = await counting.during(() => get('/runs', query));
    return { ...pageSchema.parse(answer), tally: total(sent) };
  }

  it('takes as many requests among 2,100 runs as among 100, for every filter', async () => {
    const bySize: Tally[][] = [];
    for (const history of histories) {
      const tallies: Tally[] = [];
      for (const { name, query, found } of searchesOf(history.size, limit)) {
        const page = await request(history, { ...query, limit: String(limit) });
        expect(page.runs, name).toHaveLength(found);
        expect(page.tally.requests, name).toBeLessThanOrEqual(3);
        expect(page.tally.items, name).toBeLessThanOrEqual(60);
        expect(page.tally.readUnits, name).toBeLessThanOrEqual(30);
        tallies.push(page.tally);
      }
      bySize.push(tallies);
    }
    const requests = bySize.map((tallies) => tallies.map((tally) => tally.requests));
    expect(requests[1]).toEqual(requests[0]);
  });

  it('reads at most 1,000 runs for a value that no run has, and continues on the next page', async () => {
    const query = { dropper: frequent.dropper, schema: 'nothing', limit: String(limit) };
    const history = histories[1]!;
    const first = await request(history, query);
    expect(first.runs).toEqual([]);
    expect(first.tally.requests).toBeLessThanOrEqual(21);
    expect(first.tally.items).toBeLessThanOrEqual(2_020);
    const last = await request(history, { ...query, after: String(first.next) });
    expect(last.runs).toEqual([]);
    expect(last.next).toBeUndefined();
  });

  it.each([
    [{ status: frequent.status, dropper: rare.dropper }, 0],
    [{ status: rare.status, dropper: other.dropper }, 4],
    [{ schema: rare.schema, status: frequent.status }, 2],
    [{ hash: rare.hash, status: frequent.status }, 6],
  ] as const)('finds the rare runs among the frequent ones, page after page: %j', async (facts, step) => {
    const found: string[] = [];
    for (let after: string | undefined; ;) {
      const query = { ...facts, limit: '2' };
      const { runs, next, tally } = await request(histories[1]!, { ...query, ...(after && { after }) });
      expect(tally.requests).toBeLessThanOrEqual(3);
      found.push(...runs.map(({ runId }) => runId));
      if (next === undefined) break;
      after = next;
    }
    expect(found).toEqual([1680, 1260, 840, 420, 0].map((n) => benchRun(n + step, large).runId));
  });
});

itMeasures('history --runs 100,200 --rounds 1 --records 50', [
  ['all', 'middle', time, time, ratio, ...figures(3)],
  ['importId, none', 'first', time, time, ratio, '1'],
  ['50', String.raw`[\d.]+ MB`, time, ...figures(2)],
  ['200', time, ratio, '40 requests, 40 units'],
  ['200', time, ...figures(2), '1', time],
]);
