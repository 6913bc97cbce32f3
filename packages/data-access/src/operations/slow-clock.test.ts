import { expect, it } from 'vitest';
import { startService } from '../testing/service.ts';
import { client } from '../testing/on-a-site.ts';

it('a write by a slow clock does not set the updated date back, so that a client that follows updates sees it', async () => {
  const service = startService();
  const site = await service.newSite();
  await service.importAll(site, [client([{ email: 'a@x.org', name: 'Ada' }])]);
  const page = async (input: object) =>
    (
      await service.call('getUsers', site, {
        sort: 'updated',
        fields: ['id', 'name', 'updatedDate'],
        ...input,
      })
    ).body['items'] as { id: string; name: string; updatedDate: string }[];
  const [ada] = await page({});
  service.advance(-3_000);
  await service.call('saveUsers', site, { users: [{ id: ada?.id, name: 'Ada L.' }] });
  const before = new Date(Date.parse(ada?.updatedDate ?? '') - 1).toISOString();
  expect((await page({ updatedAfter: before })).map(({ name }) => name)).toEqual(['Ada L.']);
});
