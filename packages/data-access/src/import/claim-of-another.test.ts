import { expect, it } from 'vitest';
import { Crash } from '../testing/dying.ts';
import { runImport } from '../engine/run-import.ts';
import { startService } from '../testing/service.ts';
import { client } from '../testing/on-a-site.ts';

type Service = ReturnType<typeof startService>;
type Site = Awaited<ReturnType<Service['newSite']>>;

/** A service with one client, and what somebody did there a minute ago. */
async function started(did: (service: Service, site: Site) => Promise<unknown> = async () => undefined) {
  const service = startService();
  const site = await service.newSite();
  await service.importAll(site, [client([{ email: 'z@x.org', name: 'Zed' }])]);
  service.advance(60_000);
  await did(service, site);
  return { service, site };
}

/** An import creates Ada, and its worker dies right after it wrote. Then somebody corrects her address. */
async function createdAndCorrected({ service, site }: Awaited<ReturnType<typeof started>>) {
  const { store } = service.services;
  const message = await service.queued(site, [client([{ email: 'a@x.org', name: 'Ada' }])]);
  const write = async (...args: Parameters<typeof store.records.write>) => {
    await store.records.write(...args);
    throw new Crash();
  };
  const dying = { ...store, records: { ...store.records, write } };
  await expect(runImport(message, { ...service.services, store: dying })).rejects.toThrow(Crash);
  const { body } = await service.call('getUsers', site, { q: 'a@x.org', fields: ['id'] });
  const [ada] = body['items'] as { id: string }[];
  await service.call('saveUsers', site, { users: [{ id: ada?.id, email: 'ada@x.org' }] });
  return { message, id: ada?.id ?? '' };
}

async function expectOneRecord(
  { service, site }: Awaited<ReturnType<typeof started>>,
  { message }: Awaited<ReturnType<typeof createdAndCorrected>>,
) {
  service.advance(120_000);
  await runImport(message, service.services);
  const all = await service.call('getUsers', site, { sort: 'oldest', fields: ['email'] });
  expect(all.body['items']).toEqual([{ email: 'z@x.org' }, { email: 'ada@x.org' }]);
}

it('one row makes one record, although its worker died and the record got another lookup value meanwhile', async () => {
  const at = await started(async (service, site) => {
    // A request claims a value and dies before it writes the record: its transaction never comes.
    const { records } = service.services.store;
    const { writeTogether } = records;
    records.writeTogether = async () => {
      throw new Error('the table is busy');
    };
    await service.call('saveUsers', site, { users: [{ name: 'Ada', email: 'a@x.org' }] });
    records.writeTogether = writeTogether;
    service.advance(60_000);
  });
  await expectOneRecord(at, await createdAndCorrected(at));
});

it('one row makes one record, although its value was claimed for another record after its worker died', async () => {
  const at = await started();
  const created = await createdAndCorrected(at);
  const { service, site } = at;
  // An import claims the address that is free now, and dies before it writes.
  const key = { kind: 'user', field: 'email', value: 'a@x.org' };
  const { store, newId } = service.services;
  await store.lookups.reclaim(site.siteId, { key, id: newId() }, created.id);
  await expectOneRecord(at, created);
});

it('a value that its record has given up is free for another record', async () => {
  const service = startService();
  const site = await service.newSite();
  const row = client([{ email: 'a@x.org', name: 'Ada' }]);
  const made = await service.importAll(site, [row]);
  const id = made.preview?.outcomes[0]?.[2];
  await service.call('saveUsers', site, { users: [{ id, email: 'ada@x.org' }] });
  const { preview } = await service.importAll(site, [row]);
  expect(preview?.counts).toMatchObject({ created: 1, failed: 0 });
});

it('a value that an undo has freed is not taken by a worker of that import which stalled, though its clock stood (invariant 23)', async () => {
  const { service, site } = await started();
  const { siteId } = site;
  const { store, newId, now } = service.services;
  const message = await service.queued(site, [client([{ email: 'a@x.org', name: 'Ada' }])]);
  const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const claim: typeof store.lookups.claim = async (...args) => {
    reached.resolve();
    await gate.promise;
    return store.lookups.claim(...args);
  };
  const stood = now();
  const stalled = { ...store, lookups: { ...store.lookups, claim } };
  const zombie = runImport(message, { ...service.services, now: () => stood, store: stalled });
  await reached.promise;
  // A request claims the address first, and dies. Under its id the next worker creates Ada.
  const key = { kind: 'user', field: 'email', value: 'a@x.org' };
  await store.lookups.claim(siteId, [{ key, id: newId() }]);
  service.advance(60_000);
  await runImport(message, service.services);
  await service.control('revertImport', { siteId, importId: message.importId });
  await service.drain();
  gate.resolve();
  await expect(zombie).rejects.toThrow('taken over');
  const all = await service.call('getUsers', site, { sort: 'oldest', fields: ['name', 'deleted'] });
  expect(all.body['items']).toEqual([
    { name: 'Zed', deleted: false },
    { name: 'Ada', deleted: true },
  ]);
});
