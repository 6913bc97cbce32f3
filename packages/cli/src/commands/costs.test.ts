import { describe, expect, it } from 'vitest';
import { fakeSystem, json } from '../testing/fake-system.ts';
import { aSummary, usage } from '../testing/run-builder.ts';

const system = fakeSystem();
const run = (startedAt: string, read: number, usd: number) => ({
  ...aSummary({ startedAt, counts: { read, created: read } }),
  usage: { ...usage, usd },
});

describe('sluice costs', () => {
  it('adds up runs, rows and dollars by month, newest first, of this month and the one before', async () => {
    system.answers(
      json({
        runs: [
          run('2026-03-01T07:00:00.000Z', 200_000, 0.008),
          run('2026-02-28T07:00:00.000Z', 1000, 0.0009),
          run('2026-02-03T07:00:00.000Z', 0, 0.0002),
        ],
      }),
    );
    const { stdout } = await system.ends('costs --format json', {});
    expect(JSON.parse(stdout)).toEqual([
      { month: '2026-03', runs: 1, rows: 200_000, usd: 0.008, usdPerMillionRows: 0.04 },
      { month: '2026-02', runs: 2, rows: 1000, usd: 0.0011, usdPerMillionRows: 1.1 },
    ]);
    const query = 'since=2026-02-01T00%3A00%3A00.000Z&usage=true';
    expect(system.seen).toMatchObject([{ method: 'GET', path: `/history/runs?${query}` }]);
  });
});
