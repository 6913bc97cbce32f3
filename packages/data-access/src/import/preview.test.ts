import { limits } from '@sluice/contract';
import { expect, it } from 'vitest';
import { client, onASite } from '../testing/on-a-site.ts';

const { run } = onASite();

it('of a dry run has no id for new records, even when a later set changes one', async () => {
  const sets = (name: string) => [
    client([{ email: 'a@x.org', name: 'Ada', username: 'ada' }]),
    client([{ username: 'ada', name }], 'username'),
  ];
  const dry = await run(sets('Ada L.'), { dryRun: true });
  expect(dry.preview?.outcomes).toEqual([
    [1, 'created'],
    [2, 'updated'],
  ]);
  expect((await run(sets('Ada'), { dryRun: true })).preview?.outcomes).toEqual([
    [1, 'created'],
    [2, 'unchanged'],
  ]);
  const real = await run(sets('Ada L.'));
  const id = real.preview?.outcomes[0]?.[2];
  expect(real.preview?.outcomes).toEqual([
    [1, 'created', id],
    [2, 'updated', id],
  ]);
});

it('shortens its diffs, counts the rest, and keeps every outcome', async () => {
  const set = (cellPhone: string) =>
    client(
      Array.from({ length: 1000 }, (_, n) => ({
        email: `u${n}@x.org`,
        name: cellPhone.repeat(4),
        username: cellPhone.repeat(4),
        cellPhone,
      })),
    );
  await run([set('1'.repeat(50))]);
  const { preview } = await run([set('2'.repeat(50))], { dryRun: true });
  expect(preview?.outcomes).toHaveLength(1000);
  expect(preview?.diffs.length).toBeGreaterThan(100);
  expect((preview?.diffs.length ?? 0) + (preview?.diffsOmitted ?? 0)).toBe(1000);
  expect(JSON.stringify(preview?.diffs).length).toBeLessThanOrEqual(limits.previewDiffBytes + 1);
});

it('names each record that it changes or deletes, with what it removes', async () => {
  await run([
    client([
      { email: 'a@x.org', name: 'Ada' },
      { email: 'b@x.org', name: 'Bo', cellPhone: '1' },
    ]),
  ]);
  const sets = [
    client([
      { email: 'a@x.org', name: 'Ann' },
      { email: 'b@x.org', deleted: true },
      { email: 'c@x.org', name: 'Cy' },
    ]),
  ];
  for (const options of [{ dryRun: true }, {}]) {
    const { preview } = await run(sets, options);
    expect(preview?.names).toEqual([
      [1, 'Ada (a@x.org)'],
      [2, 'Bo (b@x.org)'],
    ]);
    const removed = { name: ['Bo', null], email: ['b@x.org', null], cellPhone: ['1', null] };
    expect(preview?.diffs).toEqual([
      [1, { name: ['Ada', 'Ann'] }],
      [2, expect.objectContaining(removed)],
    ]);
  }
});
