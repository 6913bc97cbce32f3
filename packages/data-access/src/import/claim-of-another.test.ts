import { expect, it } from 'vitest';
import { Crash } from '../testing/dying.ts';
import { runImport } from './run-import.ts';
import { startService } from '../testing/service.ts';
import { client } from '../testing/on-a-site.ts';

it('one row makes one record, although its worker died and the record got another lookup value meanwhile', async () => {
  const service = startService();
  const site = await service.newSite();
  await service.importAll(site, [client([{ email: 'z@x.org', name: 'Zed' }])]);
  service.advance(60_000);
  // A request claims a value and dies before it writes the record: its transaction never comes.
  const { store } = service.services;
  const writeTogether = store.records.writeTogether;
  store.records.writeTogether = async () => {
    throw new Error('the table is busy');
  };
  await service.call('saveUsers', site, { users: [{ name: 'Ada', email: 'a@x.org' }] });
  store.records.writeTogether = writeTogether;
  service.advance(60_000);
  // An import creates the same person, under the id of that claim; its worker dies right after it wrote.
  const message = await service.queued(site, [client([{ email: 'a@x.org', name: 'Ada' }])]);
  const write = async (...args: Parameters<typeof store.records.write>) => {
    await store.records.write(...args);
    throw new Crash();
  };
  const dying = { ...store, records: { ...store.records, write } };
  await expect(runImport(message, { ...service.services, store: dying })).rejects.toThrow(Crash);
  const { body } = await service.call('getUsers', site, { q: 'a@x.org', fields: ['id'] });
  const [ada] = body['items'] as { id: string }[];
  // Somebody corrects the address within the minute.
  await service.call('saveUsers', site, { users: [{ id: ada?.id, email: 'ada@x.org' }] });
  service.advance(120_000);
  await runImport(message, service.services);
  const all = await service.call('getUsers', site, { sort: 'oldest', fields: ['email'] });
  expect(all.body['items']).toEqual([{ email: 'z@x.org' }, { email: 'ada@x.org' }]);
});

it('one row makes one record, although its value was claimed for another record after its worker died', async () => {
  const service = startService();
  const site = await service.newSite();
  const { siteId } = site;
  await service.importAll(site, [client([{ email: 'z@x.org', name: 'Zed' }])]);
  service.advance(60_000);
  const message = await service.queued(site, [client([{ email: 'a@x.org', name: 'Ada' }])]);
  const { store } = service.services;
  const write = async (...args: Parameters<typeof store.records.write>) => {
    await store.records.write(...args);
    throw new Crash();
  };
  const dying = { ...store, records: { ...store.records, write } };
  await expect(runImport(message, { ...service.services, store: dying })).rejects.toThrow(Crash);
  const { body } = await service.call('getUsers', site, { q: 'a@x.org', fields: ['id'] });
  const [ada] = body['items'] as { id: string }[];
  await service.call('saveUsers', site, { users: [{ id: ada?.id, email: 'ada@x.org' }] });
  // An import claims the address that is free now, and dies before it writes.
  const key = { kind: 'user', field: 'email', value: 'a@x.org' };
  await store.lookups.reclaim(siteId, { key, id: service.services.newId() }, ada?.id ?? '');
  service.advance(120_000);
  await runImport(message, service.services);
  const all = await service.call('getUsers', site, { sort: 'oldest', fields: ['email'] });
  expect(all.body['items']).toEqual([{ email: 'z@x.org' }, { email: 'ada@x.org' }]);
});
