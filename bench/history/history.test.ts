import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createDynamoLedger, ledgerTable } from '@sluice/ledger/dynamodb';
import { startMemoryDatabase } from '@sluice/local/memory-database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { total, type Tally } from '../counting.ts';
import { itemsOf, itemsOfRuns } from './fill.ts';
import { openHistory, type Query, type SizedHistory } from './open-history.ts';
import { questionsOf } from './questions.ts';
import { frequent, other, rare, story, tell } from './stories.ts';

const patienceMs = 120_000;
let temp: string;
beforeAll(() => {
  temp = mkdtempSync(join(tmpdir(), 'bench-test-'));
});
afterAll(() => rmSync(temp, { recursive: true, force: true }));

describe('what the bench fills a ledger with', () => {
  it('is, item for item, what the ledger itself writes of the same runs', async () => {
    const database = await startMemoryDatabase();
    try {
      const [table, size] = ['written', 100];
      await database.createTable(table, ledgerTable);
      const client = database.client();
      // One of each status.
      for (const n of [50, 4, 99]) {
        const one = story(n, size);
        await tell(createDynamoLedger({ client, table, now: () => one.at }), one);
        const { Items: written = [] } = await client.send(new ScanCommand({ TableName: table }));
        const own = written.filter(({ pk }) => pk === `run#${one.runId}`);
        for (const item of await itemsOf(one)) {
          const set = Object.entries(item).filter(([name, value]) => name !== 'mark' && value !== undefined);
          expect(own).toContainEqual(expect.objectContaining(Object.fromEntries(set)));
        }
        const found = own.filter((item) => 'gsi1pk' in item || /^(run|submission#.*)$/u.test(item['sk']));
        expect(found).toHaveLength((await itemsOf(one)).length);
      }
    } finally {
      await database.stop();
    }
  });

  it('names the months of all runs', async () => {
    const months: unknown[] = [];
    for await (const item of itemsOfRuns(100)) if (item['pk'] === 'months') months.push(item['sk']);
    expect(months).toEqual(['2026-10']);
  });
});

describe('a page of the history', () => {
  const [small, large, limit] = [100, 2_100, 20];
  let histories: SizedHistory[];
  beforeAll(async () => {
    histories = [await openHistory(temp, small), await openHistory(temp, large)];
  }, patienceMs);
  afterAll(async () => {
    for (const { close } of histories) await close();
    for (const size of [small, large]) rmSync(join(temp, `runs-${size}`), { recursive: true });
  });

  const pageSchema = z.object({
    runs: z.array(z.object({ runId: z.string() })),
    next: z.string().optional(),
  });
  async function ask({ get, counting }: SizedHistory, query: Query) {
    const { answer, sent } = await counting.during(() => get('/runs', query));
    return { ...pageSchema.parse(answer), asked: total(sent) };
  }

  it('takes as many requests of 2,100 runs as of 100, whatever it is asked by, and reads no more', async () => {
    const asked: Tally[][] = [];
    for (const history of histories) {
      const tallies: Tally[] = [];
      for (const { name, query, found } of questionsOf(history.size, limit)) {
        const page = await ask(history, { ...query, limit: String(limit) });
        expect(page.runs, name).toHaveLength(found);
        expect(page.asked.requests, name).toBeLessThanOrEqual(3);
        expect(page.asked.items, name).toBeLessThanOrEqual(60);
        expect(page.asked.readUnits, name).toBeLessThanOrEqual(30);
        tallies.push(page.asked);
      }
      asked.push(tallies);
    }
    const requests = asked.map((tallies) => tallies.map((tally) => tally.requests));
    expect(requests[1]).toEqual(requests[0]);
  });

  it('looks at 1,000 runs at most for what no run has, and goes on with the next', async () => {
    const query = { dropper: frequent.dropper, schema: 'nothing', limit: String(limit) };
    const history = histories[1]!;
    const first = await ask(history, query);
    expect(first.runs).toEqual([]);
    expect(first.asked.requests).toBeLessThanOrEqual(21);
    expect(first.asked.items).toBeLessThanOrEqual(2_020);
    const last = await ask(history, { ...query, after: String(first.next) });
    expect(last.runs).toEqual([]);
    expect(last.next).toBeUndefined();
  });

  it.each([
    [{ status: frequent.status, dropper: rare.dropper }, 0],
    [{ status: rare.status, dropper: other.dropper }, 4],
    [{ schema: rare.schema, status: frequent.status }, 2],
    [{ hash: rare.hash, status: frequent.status }, 6],
  ] as const)('finds the rare among the frequent, page after page: %j', async (facts, step) => {
    const found: string[] = [];
    for (let after: string | undefined; ;) {
      const query = { ...facts, limit: '2' };
      const { runs, next, asked } = await ask(histories[1]!, { ...query, ...(after && { after }) });
      expect(asked.requests).toBeLessThanOrEqual(3);
      found.push(...runs.map(({ runId }) => runId));
      if (next === undefined) break;
      after = next;
    }
    expect(found).toEqual([1680, 1260, 840, 420, 0].map((n) => story(n + step, large).runId));
  });
});

it(
  'the bench of the history, with tiny sizes, prints pages, a record and seals, and leaves nothing behind',
  async () => {
    const entry = fileURLToPath(new URL('../index.ts', import.meta.url));
    const argv = [entry, 'history', '--runs', '100,200', '--rounds', '1', '--records', '50', '--markdown'];
    const { stdout } = await promisify(execFile)(process.execPath, argv, {
      env: { ...process.env, TMPDIR: temp },
    });
    const time = String.raw`\| [\d.]+ ms `;
    for (const { name, page } of questionsOf(100, 20))
      expect(stdout).toMatch(
        new RegExp(`^\\| ${name} \\| ${page} \\| \\d+ (${time}){2}\\| [\\d.]+× \\| \\d+ `, 'm'),
      );
    expect(stdout).toMatch(new RegExp(`^\\| 50 \\| [\\d.]+ MB ${time}`, 'm'));
    expect(stdout).toMatch(new RegExp(`^\\| 200 ${time}\\| [\\d.]+× \\| 40 requests, 30 units \\|$`, 'm'));
    expect(stdout).toMatch(/^\| 200 \| 3 \| [\d.]+ s \| [\d,]+ \| 1.* \| 1 \| [\d.]+ s \|$/m);
    expect(readdirSync(temp)).toEqual([]);
  },
  patienceMs,
);
