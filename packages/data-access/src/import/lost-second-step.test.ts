import { expect, it } from 'vitest';
import { runImport } from './run-import.ts';
import { startService } from '../testing/service.ts';
import { client } from '../testing/on-a-site.ts';

it('a later step of an import is not taken for made because somebody wrote between its two steps', async () => {
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
  const records = {
    ...store.records,
    write: async (...args: Parameters<typeof store.records.write>) => {
      writes += 1;
      if (writes === 2) {
        // Between the two steps somebody saves another field of the same person.
        const { body } = await service.call('getUsers', site, { fields: ['id'] });
        const [ada] = body['items'] as { id: string }[];
        await service.call('saveUsers', site, { users: [{ id: ada?.id, homePhone: '030 1' }] });
      }
      return store.records.write(...args);
    },
  };
  await runImport(message, { ...service.services, store: { ...store, records } });
  const status = await service.status(site, message.importId);
  expect(status.preview?.counts).toMatchObject({ updated: 2 });
  const { body } = await service.call('getUsers', site, { fields: ['name', 'homePhone', 'cellPhone'] });
  expect(body['items']).toEqual([{ name: 'Ada L.', homePhone: '030 1', cellPhone: '0151 1' }]);
});

it('a later step of an import is not made over what somebody else wrote instead of its first step', async () => {
  const service = startService();
  const site = await service.newSite();
  await service.importAll(site, [client([{ email: 'a@x.org', name: 'Ada', username: 'ada' }])]);
  service.advance(60_000);
  const message = await service.queued(site, [
    client([{ email: 'a@x.org', name: 'Ada L.' }]),
    client([{ username: 'ada', cellPhone: '0151 1' }], 'username'),
  ]);
  const { store } = service.services;
  let isFirst = true;
  const records = {
    ...store.records,
    write: async (...args: Parameters<typeof store.records.write>) => {
      if (isFirst) {
        // Somebody saves what the first step would, and another field.
        const { body } = await service.call('getUsers', site, { fields: ['id'] });
        const [ada] = body['items'] as { id: string }[];
        const users = [{ id: ada?.id, name: 'Ada L.', homePhone: '030 1' }];
        await service.call('saveUsers', site, { users });
      }
      isFirst = false;
      return store.records.write(...args);
    },
  };
  await runImport(message, { ...service.services, store: { ...store, records } });
  const { body } = await service.call('getUsers', site, { fields: ['name', 'homePhone', 'cellPhone'] });
  expect(body['items']).toEqual([{ name: 'Ada L.', homePhone: '030 1', cellPhone: '0151 1' }]);
});
