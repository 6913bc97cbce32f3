import { describe, expect, it } from 'vitest';
import { onDynamo } from '../testing/on-dynamo.ts';
import { client, itemsOfPages, pagesOf, set } from '../testing/on-a-site.ts';

const { service } = onDynamo();

describe('the service over DynamoDB', () => {
  it('answers a key or an id that no table could hold as one that nobody has', async () => {
    const site = await service.newSite();
    for (const apiKey of ['\ud800', 'k'.repeat(3000)]) {
      expect(await service.call('checkCredentials', { ...site, apiKey })).toMatchObject({
        code: 'unauthorized',
      });
    }
    for (const id of ['\ud800', '\u0000']) {
      expect(await service.call('getUser', site, { id })).toMatchObject({ code: 'invalid_request' });
    }
    expect(service.faults).toEqual([]);
  });

  it('imports 2,000 records, finds them unchanged, and pages through them', async () => {
    const site = await service.newSite();
    const records = Array.from({ length: 2000 }, (_, n) => ({
      email: `u${n}@x.org`,
      name: `User ${n % 50}`,
      username: `u${n}`,
    }));
    expect((await service.importAll(site, [client(records)])).preview?.counts.created).toBe(2000);
    expect((await service.importAll(site, [client(records)])).preview?.counts.unchanged).toBe(2000);
    const changes = records.map(({ email }, n) => ({ email, cellPhone: `0151 ${n}` }));
    expect((await service.importAll(site, [client(changes)])).preview?.counts.updated).toBe(2000);
    for (const sort of ['newest', 'oldest', 'updated']) {
      const asked = { sort, limit: 700, fields: ['email'] };
      const pages = pagesOf((cursor) => service.call('getUsers', site, { ...asked, cursor }));
      expect(new Set((await itemsOfPages(pages)).map(({ email }) => email)).size).toBe(2000);
    }
  });

  it('saves list items once, and all of them, when six requests bring the same ones at once (invariant 16)', async () => {
    const site = await service.newSite();
    await service.importAll(site, [set('list', 'name', [{ name: 'Towns' }])]);
    const items = Array.from({ length: 40 }, (_, n) => ({
      title: `Town ${n}`,
      ...(n % 2 === 0 && { code: `C${n}` }),
    }));
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => service.call('createListItems', site, { listId: 'Towns', items })),
    );
    const ids = answers.map(({ body }) => (body['items'] as { id: string }[]).map(({ id }) => id));
    expect(new Set(ids.map((each) => each.join())).size).toBe(1);
    expect(new Set(ids[0]).size).toBe(40);
  });
});
