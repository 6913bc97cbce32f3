import { mostErasableBytes } from '@sluice/aws-kit/erasure';
import { expect, it } from 'vitest';
import { ana, bob, erasing } from '../../testing/erasing.ts';

const { world, imported, erase, kept } = erasing();

const hers = /ana@example|Ana Pop|07 1/u;

/** An import that changed both, and of which only the plan has her address. */
async function changed(): Promise<string> {
  await imported({ ...ana, username: 'pop' }, { ...bob, username: 'bobby' });
  const records = ['pop', 'bobby'].map((username) => ({ username, langCode: 'fr' }));
  const recordSets = [{ schema: 'client', lookup: 'username', records }];
  return (await world.service.importAll(world.site, recordSets)).importId;
}
const folders = ['bodies', 'images', 'imports', 'writes', 'changes', 'deliveries'];
const keysOf = async (part: string) => {
  const keys: string[] = [];
  for await (const { key } of world.service.services.erasable!.versions(''))
    if (key.includes(part)) keys.push(key);
  return keys;
};

/** The objects with these names are so large that no function reads them at once. */
function enlarge(name: string): void {
  const { erasable } = world.service.services;
  const { versions } = erasable!;
  Object.assign(erasable!, {
    versions: async function* (prefix: string, after?: string) {
      for await (const version of versions(prefix, after))
        yield version.key.endsWith(name) ? { ...version, bytes: mostErasableBytes + 1 } : version;
    },
  });
}

it('goes on past objects that are damaged, in every folder, and names them', async () => {
  const { blobs } = world.service.services;
  const importId = await changed();
  const damaged = folders.map((folder) => `${folder}/${world.site.siteId}/${importId}/0/plan.json`);
  damaged[0] = `bodies/${world.site.siteId}/${importId}.json`;
  for (const key of damaged)
    await blobs.put(key, '{"steps":[\n{"salt":"x","number":\n]}', 'application/json');
  for (const dryRun of [true, false]) {
    const { objects, left = [] } = await erase({ dryRun });
    expect(objects).toBeGreaterThan(3);
    expect(left.toSorted()).toEqual(damaged.toSorted());
  }
  expect(await kept()).not.toMatch(hers);
  expect(await kept()).toContain('bob@example.com');
});

it('goes on past a preview that is damaged', async () => {
  const importId = await changed();
  const [key = ''] = (await keysOf(importId)).filter((one) => one.endsWith('/preview.json'));
  await world.service.services.blobs.put(key, '{"v":1,', 'application/json');
  expect((await erase()).left).toEqual([key]);
  expect(await kept()).not.toMatch(hers);
});

it('removes a plan that is too large to be rewritten, if a row of it is hers', async () => {
  const importId = await changed();
  enlarge('/plan.json');
  await erase({ record: 'eve@example.com' });
  expect(await keysOf(`${importId}/`)).toContainEqual(expect.stringMatching(/^images.*plan\.json$/u));
  await erase();
  expect(await keysOf(`images/${world.site.siteId}/${importId}/`)).toEqual([]);
  expect(await kept()).not.toMatch(hers);
});

it('loses the changes of hers that only the number of her row shows', async () => {
  const importId = await changed();
  enlarge('/plan.json');
  await erase();
  const { preview } = await world.service.status(world.site, importId);
  expect(preview?.diffs).toEqual([[2, { langCode: [null, 'fr'] }]]);
});

it('removes a large plan in which only the id of a record shows that it is hers', async () => {
  const importId = await changed();
  const records = [{ username: 'pop', email: 'pop@example.org', name: 'Anna' }];
  const send = () => world.service.importAll(world.site, [{ schema: 'client', lookup: 'username', records }]);
  await send();
  records[0]!.name = 'Annie';
  const later = (await send()).importId;
  enlarge('/plan.json');
  await erase();
  for (const one of [importId, later])
    expect(await keysOf(`images/${world.site.siteId}/${one}/`)).toEqual([]);
});

it('names an object that is too large and has no rows, or takes too long', async () => {
  const importId = await changed();
  const key = `imports/${world.site.siteId}/${importId}/0/odd.json`;
  await world.service.services.blobs.put(key, 'x'.repeat(9 * 1024 * 1024), 'application/json');
  enlarge('/odd.json');
  expect((await erase()).left).toEqual([key]);
  await world.service.services.blobs.put(key, 'x\n'.repeat(9_000), 'application/json');
  const { now } = world.service.services;
  let ticks = 0;
  Object.assign(world.service.services, { now: () => new Date(now().getTime() + (ticks += 1)) });
  expect((await erase()).left).toEqual([key]);
  Object.assign(world.service.services, { now });
  expect((await erase()).left).toBeUndefined();
});
