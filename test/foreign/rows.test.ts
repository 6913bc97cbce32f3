import { describe, expect, it } from 'vitest';
import { inbox, linesOf, sheetOf } from '../scenarios/staging.ts';
import type { Ways } from './options.ts';
import { abroad } from './staging.ts';

const skips = { invalidRows: 'skip', batchSize: 20 };
const people = (...names: string[]) =>
  sheetOf('email,name', ...names.map((name, at) => `p${at}@example.com,${name}`));
const tooLong = (record: Readonly<Record<string, unknown>>) =>
  String(record['name']).startsWith('bad') ? `name "${String(record['name'])}" is too long` : undefined;

/** The rows of the result sheet with this status. */
async function rowsOf(text: string, ways: Partial<Ways>, profile: object = skips) {
  const { world, server } = abroad({ ways, profile });
  const runId = world.drop(inbox, text);
  await world.settle();
  const [header = '', ...lines] = linesOf(await world.resultOf(runId));
  const at = header.split(',').indexOf('Status');
  const withStatus = (status: string) =>
    lines.flatMap((line, index) => (line.split(',')[at] === status ? [index + 2] : []));
  return { world, server, runId, withStatus, lines };
}

describe('the rows that a server refuses', () => {
  const manners = ([0, 1] as const).flatMap((numbersFrom) =>
    (['one', 'all', 'none'] as const).flatMap((names) =>
      [false, true].map((refusesLater) => ({ numbersFrom, names, refusesLater })),
    ),
  );

  it.each(manners)('are the ones that fail, whatever its manner: %j (invariant 1)', async (manner) => {
    const names = ['a', 'b', 'bad 1', 'c', 'd', 'bad 2', 'bad 3', 'e', 'f', 'g'];
    const { world, runId, withStatus } = await rowsOf(people(...names), { ...manner, wrong: tooLong });
    expect(withStatus('failed')).toEqual([4, 7, 8]);
    expect(withStatus('landed')).toEqual([2, 3, 5, 6, 9, 10, 11]);
    expect(await world.countsOf(runId)).toMatchObject({ read: 10, failed: 3, landed: 7 });
  });

  it.each([0, 1] as const)(
    'cost one call more for finding that the server counts from %j',
    async (numbersFrom) => {
      const names = Array.from({ length: 20 }, (_, at) => (at === 9 ? 'bad' : `n${at}`));
      const { server, withStatus } = await rowsOf(people(...names), { numbersFrom, wrong: tooLong });
      expect(withStatus('failed')).toEqual([11]);
      // The batch, the suspects alone, and the others together.
      const dryRuns = server.calls.filter(({ dryRun }) => dryRun);
      expect(dryRuns.map(({ records }) => records.length)).toEqual(
        numbersFrom === 1 ? [20, 1, 19] : [20, 1, 1, 18, 19],
      );
    },
  );

  it('are known from the first refusal on in the other batches of the run', async () => {
    const names = Array.from({ length: 12 }, (_, at) => (at % 4 === 1 ? 'bad' : `n${at}`));
    const ways = { numbersFrom: 0 as const, wrong: tooLong };
    const { server, withStatus } = await rowsOf(people(...names), ways, { ...skips, batchSize: 4 });
    expect(withStatus('failed')).toEqual([3, 7, 11]);
    expect(server.calls.filter(({ dryRun }) => dryRun).length).toBeLessThan(20);
  });

  it('are not those that a quoted value names', async () => {
    const names = ['a', 'bad as record 1', 'b', 'bad; record 4 is invalid', 'c', 'd'];
    const { withStatus, lines } = await rowsOf(people(...names), { wrong: tooLong });
    expect(withStatus('failed')).toEqual([3, 5]);
    expect(withStatus('landed')).toEqual([2, 4, 6, 7]);
    expect(lines[1]).toContain('as record 1');
  });
});

describe('deletions by a server without previews', () => {
  it('are reported as deletions, and never as created (invariant 1)', async () => {
    const sheet = sheetOf('email,deleted', 'a@example.com,true', 'b@example.com,true', 'c@example.com,');
    const { world, server } = abroad({ profile: { guardRails: { mostDeleted: '100 %' } } });
    for (const email of ['a@example.com', 'b@example.com']) server.records.put('site', 'user', { email });
    const dropped = world.drop(inbox, sheet);
    await world.settle();
    expect(await world.countsOf(dropped)).toMatchObject({ read: 3, deleted: 2, landed: 1 });
    const { subject = '', text = '' } = world.mails[0] ?? {};
    expect(`${subject} ${text}`).not.toMatch(/created/u);
    expect(text).toContain('2  deleted');
  });
});
