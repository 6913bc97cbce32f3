import { expect, it } from 'vitest';
import { runImport } from '../engine/run-import.ts';
import { startService } from '../testing/service.ts';
import { client } from '../testing/on-a-site.ts';

/** An import changes one record in two steps. Before the nth of its writes somebody saves this in the same record. */
async function interrupted(nth: number, saved: object) {
  const service = startService();
  const site = await service.newSite();
  await service.importAll(site, [client([{ email: 'a@x.org', name: 'Ada', username: 'ada' }])]);
  service.advance(60_000);
  const message = await service.queued(site, [
    client([{ email: 'a@x.org', name: 'Ada L.' }]),
    client([{ username: 'ada', cellPhone: '0151 1' }], 'username'),
  ]);
  const { store } = service.services;
  let writes = 0;
  const write = async (...args: Parameters<typeof store.records.write>) => {
    writes += 1;
    if (writes === nth) {
      const { body } = await service.call('getUsers', site, { fields: ['id'] });
      const [ada] = body['items'] as { id: string }[];
      await service.call('saveUsers', site, { users: [{ id: ada?.id, ...saved }] });
    }
    return store.records.write(...args);
  };
  await runImport(message, {
    ...service.services,
    store: { ...store, records: { ...store.records, write } },
  });
  const { body } = await service.call('getUsers', site, { fields: ['name', 'homePhone', 'cellPhone'] });
  return { users: body['items'], status: await service.status(site, message.importId) };
}

it('a later step of an import is not taken for made because somebody wrote between its two steps', async () => {
  const { users, status } = await interrupted(2, { homePhone: '030 1' });
  expect(status.preview?.counts).toMatchObject({ updated: 2 });
  expect(users).toEqual([{ name: 'Ada L.', homePhone: '030 1', cellPhone: '0151 1' }]);
});

it('a later step of an import is not made over what somebody else wrote instead of its first step', async () => {
  const { users } = await interrupted(1, { name: 'Ada L.', homePhone: '030 1' });
  expect(users).toEqual([{ name: 'Ada L.', homePhone: '030 1', cellPhone: '0151 1' }]);
});
