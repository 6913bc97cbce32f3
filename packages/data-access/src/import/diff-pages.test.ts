import { createHash } from 'node:crypto';
import { limits } from '@sluice/contract';
import { expect, it } from 'vitest';
import { client, onASite } from '../testing/on-a-site.ts';

const { service, site, run, call } = onASite();

const rows = 6_000;
const people = (letter: string) => [
  client(Array.from({ length: rows }, (_, n) => ({ email: `u${n}@x.org`, name: letter.repeat(150) }))),
];
const textOf = async (key: string, of = site) => {
  const { response } = await service.call('downloadFile', of, { key });
  return new TextDecoder().decode(response.body as Uint8Array);
};

it('all diffs can be read, and have one digest (invariant 24)', async () => {
  await run(people('a'));
  for (const options of [{ dryRun: true }, {}]) {
    const { preview } = await run(people('b'), options);
    const { diffs = [], diffPages = [], diffsOmitted, diffsSha256 } = preview ?? {};
    expect(diffPages.length).toBeGreaterThan(1);
    const pages = await Promise.all(diffPages.map((key) => textOf(key)));
    for (const page of pages) expect(Buffer.byteLength(page)).toBeLessThanOrEqual(limits.diffPageBytes + 1);
    const others = pages.flatMap((page) => JSON.parse(page) as [number, unknown][]);
    expect(others).toHaveLength(diffsOmitted ?? 0);
    const all = [...diffs, ...others];
    expect(all.map(([number]) => number)).toEqual(Array.from({ length: rows }, (_, n) => n + 1));
    expect(createHash('sha256').update(JSON.stringify(all)).digest('hex')).toBe(diffsSha256);
  }
});

it('are answered to no other site, and by no other key', async () => {
  await run(people('a'));
  const { preview } = await run(people('b'), { dryRun: true });
  const [key = ''] = preview?.diffPages ?? [];
  const other = await service.newSite();
  expect(await service.call('downloadFile', other, { key })).toMatchObject({ code: 'not_found' });
  const [importId, hash] = key.split('-');
  for (const wrong of [`${importId}-../${hash}`, `${importId}-${'0'.repeat(64)}`, `../${key}`])
    expect(await call('downloadFile', { key: wrong })).toMatchObject({ code: 'not_found' });
});

it('are pages only if there is no room for them', async () => {
  await run([client([{ email: 'a@x.org', name: 'Ada' }])]);
  const { preview } = await run([client([{ email: 'a@x.org', name: 'Ann' }])], { dryRun: true });
  expect(preview).toMatchObject({ diffsOmitted: 0, diffsSha256: expect.any(String) });
  expect(preview).not.toHaveProperty('diffPages');
});
