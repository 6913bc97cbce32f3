import { sumsOf } from '@sluice/ledger';
import { createMemoryLedger } from '@sluice/ledger/testing';
import { expect, it } from 'vitest';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { plannedRun } from '../testing/planned-run.ts';
import { showFigures } from './figures.ts';

function setUp() {
  let time = Date.parse('2026-03-01T08:00:00.000Z');
  const now = () => new Date(time);
  const ledger = createMemoryLedger({ now });
  const files = createMemoryFiles();
  const end = async (runId: string) => {
    await plannedRun({ ledger, files, now, runId });
    await ledger.moveRun(runId, { type: 'rejected', at: now().toISOString(), reason: 'wrong' });
  };
  let pages = 0;
  const counted = {
    ...ledger,
    runPage: (query: Parameters<typeof ledger.runPage>[0]) => ((pages += 1), ledger.runPage(query)),
  };
  const get = async (days: number) => {
    const { status, body } = await showFigures({ days: String(days) }, { ledger: counted, now });
    return { status, ...JSON.parse(String(body)) };
  };
  const kept = (day: string) => ledger.keepDaySums({ ...sumsOf(day, []), runs: 7, read: 70 });
  return { get, end, kept, pass: (days: number) => (time += days * 86_400_000), pages: () => pages };
}

it('reads a year from what is kept of each day, and today from its runs', async () => {
  const { get, end, kept, pass, pages } = setUp();
  await end('run1');
  for (let day = 0; day < 364; day += 1)
    await kept(new Date(Date.parse('2026-03-01') + day * 86_400_000).toISOString().slice(0, 10));
  pass(364);
  await end('run2');
  const { days, missing } = await get(365);
  expect([days.length, missing, pages()]).toEqual([365, [], 1]);
  expect(days[0]).toMatchObject({ day: '2026-03-01', runs: 7, read: 70 });
  expect(days.at(-1)).toMatchObject({ day: '2027-02-28', runs: 1, read: 2 });
});

it('counts from the runs what is not kept, and has zeros for days before the first run', async () => {
  const { get, end, pass, pages } = setUp();
  await end('run1');
  pass(2);
  const { days } = await get(5);
  expect(days.map(({ day, runs }: { day: string; runs: number }) => `${day} ${runs}`)).toEqual([
    ...['2026-02-27 0', '2026-02-28 0', '2026-03-01 1', '2026-03-02 0', '2026-03-03 0'],
  ]);
  expect(pages()).toBe(3);
  expect((await get(5000)).status).toBe(400);
});
