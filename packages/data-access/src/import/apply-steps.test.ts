import { expect, it } from 'vitest';
import { client, onASite } from '../testing/on-a-site.ts';
import { runImport } from '../engine/run-import.ts';

const { service, site, call, overtaken } = onASite();

const records = [{ email: 'a@x.org', name: 'Ada' }];

it('a new record has the updated date of its write, so that a client that follows updates sees it', async () => {
  const { store } = service.services;
  const slow = {
    ...store,
    lookups: {
      ...store.lookups,
      claim: (...claim: Parameters<typeof store.lookups.claim>) => {
        service.advance(60_000);
        return store.lookups.claim(...claim);
      },
    },
  };
  const message = await service.queued(site, [client(records)]);
  const begun = service.services.now();
  await runImport(message, { ...service.services, store: slow });
  const updatedAfter = begun.getTime() + 30_000;
  const { body } = await call('getUsers', { sort: 'updated', updatedAfter, fields: ['name'] });
  expect(body['items']).toEqual([{ name: 'Ada' }]);
});

it('a new record has the created date of its id, so that pages are sorted by the shown date', async () => {
  await overtaken([client(records)], async () => {
    service.advance(1_000);
    await call('saveUsers', { users: [{ name: 'Bo' }] });
    service.advance(1_000);
  });
  const { body } = await call('getUsers', { sort: 'oldest', fields: ['name', 'createdDate'] });
  const items = body['items'] as { name: string; createdDate: string }[];
  expect(items.map(({ name }) => name)).toEqual(['Ada', 'Bo']);
  const dates = items.map(({ createdDate }) => createdDate);
  expect(dates).toEqual(dates.toSorted());
});

it('a record that another writer keeps is tried again for some seconds', async () => {
  const { store } = service.services;
  const freeAt = service.services.now().getTime() + 2_000;
  const busy: typeof store.records = {
    ...store.records,
    write: async (siteId, writes) =>
      service.services.now().getTime() < freeAt
        ? writes.map(() => 'conflict')
        : store.records.write(siteId, writes),
  };
  const message = await service.queued(site, [client(records)]);
  await runImport(message, { ...service.services, store: { ...store, records: busy } });
  expect(await service.status(site, message.importId)).toMatchObject({ status: 'success' });
});
