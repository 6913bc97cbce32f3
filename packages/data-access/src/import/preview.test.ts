import { limits } from '@sluice/contract';
import { expect, it } from 'vitest';
import { startService } from '../testing/service.ts';

it('of a dry run names no record that does not exist, also where a later set changes one that is to be created', async () => {
  const service = startService();
  const site = await service.newSite();
  const sets = (name: string) => [
    { schema: 'client', lookup: 'email', records: [{ email: 'a@x.org', name: 'Ada', username: 'ada' }] },
    { schema: 'client', lookup: 'username', records: [{ username: 'ada', name }] },
  ];
  const dry = await service.importAll(site, sets('Ada L.'), { dryRun: true });
  expect(dry.preview?.outcomes).toEqual([
    [1, 'created'],
    [2, 'updated'],
  ]);
  expect((await service.importAll(site, sets('Ada'), { dryRun: true })).preview?.outcomes).toEqual([
    [1, 'created'],
    [2, 'unchanged'],
  ]);
  const real = await service.importAll(site, sets('Ada L.'));
  const id = real.preview?.outcomes[0]?.[2];
  expect(real.preview?.outcomes).toEqual([
    [1, 'created', id],
    [2, 'updated', id],
  ]);
});

it('cuts its diffs, counts what it left out, and keeps every outcome', async () => {
  const service = startService();
  const site = await service.newSite();
  const set = (cellPhone: string) => ({
    schema: 'client',
    lookup: 'email',
    records: Array.from({ length: 1000 }, (_, n) => ({
      email: `u${n}@x.org`,
      name: cellPhone.repeat(4),
      username: cellPhone.repeat(4),
      cellPhone,
    })),
  });
  await service.importAll(site, [set('1'.repeat(50))]);
  const { preview } = await service.importAll(site, [set('2'.repeat(50))], { dryRun: true });
  expect(preview?.outcomes).toHaveLength(1000);
  expect(preview?.diffs.length).toBeGreaterThan(100);
  expect((preview?.diffs.length ?? 0) + (preview?.diffsOmitted ?? 0)).toBe(1000);
  expect(JSON.stringify(preview?.diffs).length).toBeLessThanOrEqual(limits.previewDiffBytes + 1);
});
