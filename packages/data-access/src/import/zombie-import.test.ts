import { describe, expect, it } from 'vitest';
import type { RunServices } from './run.ts';
import { leaseMs } from '../lease/lease.ts';
import { runImport } from '../engine/run-import.ts';
import { startService } from '../testing/service.ts';
import { Crash } from '../testing/dying.ts';
import { client, set } from '../testing/on-a-site.ts';
import { listItemKind } from '../store/record.ts';
import { aWebhook } from '../testing/builders.ts';

/** A worker whose `n`th call of `records.<name>` waits for a gate: its request hangs in the network, or its machine sleeps. */
function stalling(services: RunServices, name: 'getMany' | 'write', n = 1) {
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  let count = 0;
  const { records } = services.store;
  const stalled = new Proxy(records, {
    get: (target, key) => {
      const found = Reflect.get(target, key) as unknown;
      if (key !== name || typeof found !== 'function') return found;
      return async (...args: unknown[]) => {
        // The view of a site also asks for no records at all.
        if (Array.isArray(args[1]) && args[1].length === 0)
          return Reflect.apply(found, target, args) as unknown;
        count += 1;
        if (count === n) {
          reached.resolve();
          await gate.promise;
        }
        return Reflect.apply(found, target, args) as unknown;
      };
    },
  });
  return {
    services: { ...services, store: { ...services.store, records: stalled } },
    reached: reached.promise,
    goOn: () => gate.resolve(),
  };
}

const people = [
  { email: 'a@x.org', name: 'Ada' },
  { email: 'b@x.org', name: 'Bo' },
];
const renamed = [
  { email: 'a@x.org', name: 'Ada L.' },
  { email: 'b@x.org', name: 'Bo B.' },
];

async function prepared() {
  const service = startService();
  const site = await service.newSite();
  await service.importAll(site, [client(people)]);
  service.advance(60_000);
  return { service, site };
}

type Prepared = Awaited<ReturnType<typeof prepared>>;

const usersOf = async <T>({ service, site }: Prepared, ...fields: (keyof T)[]) =>
  (await service.call('getUsers', site, { sort: 'oldest', fields })).body['items'] as T[];

const names = async (its: Prepared) => {
  const users = await usersOf<{ email: string; name: string; deleted: boolean }>(
    its,
    'email',
    'name',
    'deleted',
  );
  return users.map(({ email, name, deleted }) => `${email} ${name}${deleted ? ' (deleted)' : ''}`);
};

/** A worker that has begun with these sets, and stalls at its `n`th call. */
async function stalled(
  { service, site }: Prepared,
  sets: object[],
  {
    at = 'write',
    n = 1,
    services = service.services,
  }: { at?: 'getMany' | 'write'; n?: number; services?: RunServices } = {},
) {
  const message = await service.queued(site, sets);
  const worker = stalling(services, at, n);
  const zombie = runImport(message, worker.services);
  await worker.reached;
  return { message, zombie, goOn: worker.goOn };
}

/** 50 s later importStatus queues the import again, and another worker ends it. */
async function endedByAnother({ service, site }: Prepared, { importId }: { readonly importId: string }) {
  service.advance(50_001);
  await service.call('importStatus', site, { importId });
  expect(service.messages).toHaveLength(1);
  await service.drain();
  expect((await service.status(site, importId)).status).toBe('success');
}

describe('a worker that stalls longer than its lease and then goes on (invariant 23)', () => {
  it('does not write the values of its import over those of a later import', async () => {
    const its = await prepared();
    const { service, site } = its;
    const { message, zombie, goOn } = await stalled(its, [client(renamed)]);
    await endedByAnother(its, message);
    // A later import has other values.
    const later = await service.importAll(site, [client([{ email: 'a@x.org', name: 'Ada the second' }])]);
    expect(later.status).toBe('success');
    service.advance(10_000);
    goOn();
    await expect(zombie).rejects.toThrow('taken over');
    expect(await names(its)).toEqual(['a@x.org Ada the second', 'b@x.org Bo B.']);
  });

  it('does not write over what somebody saved after its import either, though its clock stood and the history shows no import', async () => {
    const its = await prepared();
    const { service, site } = its;
    const phone = client([{ email: 'a@x.org', cellPhone: '1' }]);
    const stood = service.services.now();
    const services = { ...service.services, now: () => stood };
    const { message, zombie, goOn } = await stalled(its, [client(renamed), phone], { n: 2, services });
    service.advance(60_000);
    await runImport(message, service.services);
    const users = () => usersOf<{ id: string; cellPhone: string | null }>(its, 'id', 'cellPhone');
    const [ada] = await users();
    await service.call('saveUsers', site, { users: [{ id: ada?.id, cellPhone: '2' }] });
    goOn();
    await expect(zombie).rejects.toThrow('taken over');
    expect((await users())[0]?.cellPhone).toBe('2');
  });

  it('does not do again what was undone meanwhile, though its clock stood', async () => {
    const its = await prepared();
    const { service, site } = its;
    const phone = client([{ email: 'a@x.org', cellPhone: '1' }]);
    const stood = service.services.now();
    const services = { ...service.services, now: () => stood };
    const { message, zombie, goOn } = await stalled(its, [client(renamed), phone], { n: 2, services });
    service.advance(60_000);
    await runImport(message, service.services);
    await service.control('revertImport', { siteId: site.siteId, importId: message.importId });
    await service.drain();
    goOn();
    await expect(zombie).rejects.toThrow('taken over');
    const [ada] = await usersOf<{ name: string; cellPhone: string | null }>(its, 'name', 'cellPhone');
    expect(ada).toEqual({ name: 'Ada', cellPhone: null });
  });

  it('does not bring back what a later import deleted', async () => {
    const its = await prepared();
    const { service, site } = its;
    // On a real clock some milliseconds pass between the plan and the state `running`.
    const { blobs } = service.services;
    const put: typeof blobs.put = async (...args) => {
      await blobs.put(...args);
      service.advance(3);
    };
    const services = { ...service.services, blobs: { ...blobs, put } };
    const made = [client([{ email: 'new@x.org', name: 'New' }])];
    const { message, zombie, goOn } = await stalled(its, made, { services });
    await endedByAnother(its, message);
    const later = await service.importAll(site, [client([{ email: 'new@x.org', deleted: true }])]);
    expect(later.status).toBe('success');
    goOn();
    await zombie.catch(() => undefined);
    expect(await names(its)).toEqual(['a@x.org Ada', 'b@x.org Bo', 'new@x.org New (deleted)']);
  });

  it('writes no value that no webhook is told of (invariant 18)', async () => {
    const its = await prepared();
    const { service, site } = its;
    await service.services.store.webhooks.create(
      aWebhook({ siteId: site.siteId, models: [{ model: 'user', fields: null }] }),
    );
    const { message, zombie, goOn } = await stalled(its, [client(renamed)]);
    await endedByAnother(its, message);
    await service.importAll(site, [client([{ email: 'a@x.org', name: 'Ada the second' }])]);
    goOn();
    await zombie.catch(() => undefined);
    const events = await service.publishedEvents();
    const last = events.filter(({ diff }) => String(diff?.['name']).startsWith('Ada')).at(-1);
    const stored = (await names(its))[0];
    expect(stored).toBe(`a@x.org ${String(last?.diff?.['name'])}`);
  });

  it('leaves the before-images of an import that has ended, so that it can be undone', async () => {
    const its = await prepared();
    const { service, site } = its;
    const { siteId } = site;
    // It stalls in its validation.
    const { message, zombie, goOn } = await stalled(its, [client(renamed)], { at: 'getMany' });
    await endedByAnother(its, message);
    goOn();
    await expect(zombie).rejects.toThrow('taken over');
    await service.control('revertImport', { siteId, importId: message.importId });
    await service.drain();
    const { body } = await service.control('getRevert', {
      siteId,
      importId: message.importId,
      outcomes: ['reversed', 'kept', 'failed'],
      limit: 100,
    });
    expect((body['items'] as { outcome: string }[]).map(({ outcome }) => outcome)).toEqual([
      'reversed',
      'reversed',
    ]);
    expect(await names(its)).toEqual(['a@x.org Ada', 'b@x.org Bo']);
  });

  it('leaves them to the next worker too, which knows what a dead one wrote: counts, webhooks, undo', async () => {
    const its = await prepared();
    const { service, site } = its;
    const { siteId } = site;
    await service.services.store.webhooks.create(
      aWebhook({ siteId, models: [{ model: 'user', fields: null }] }),
    );
    const { message, zombie, goOn } = await stalled(its, [client(renamed)], { at: 'getMany' });
    service.advance(50_001);
    // B takes over, writes the records, and dies before it publishes or notes it.
    const { records } = service.services.store;
    const dying = {
      ...service.services,
      store: {
        ...service.services.store,
        records: {
          ...records,
          write: async (...args: Parameters<typeof records.write>) => {
            await records.write(...args);
            throw new Crash();
          },
        },
      },
    };
    await expect(runImport(message, dying)).rejects.toThrow(Crash);
    // The first worker goes on: it plans on what B wrote, and stores that plan over B's.
    goOn();
    await expect(zombie).rejects.toThrow('taken over');
    service.advance(120_000);
    await runImport(message, service.services);
    const status = await service.status(site, message.importId);
    const events = await service.publishedEvents();
    await service.control('revertImport', { siteId, importId: message.importId });
    await service.drain();
    const { body } = await service.control('getRevert', { siteId, importId: message.importId });
    expect({
      status: status.status,
      counts: status.preview?.counts,
      events: events.length,
      undo: body['counts'] ?? body,
      names: await names(its),
    }).toMatchObject({
      status: 'success',
      counts: { updated: 2, unchanged: 0 },
      events: 2,
      names: ['a@x.org Ada', 'b@x.org Bo'],
    });
  });

  it('writes nothing more when its import was given up meanwhile', async () => {
    const its = await prepared();
    const { service, site } = its;
    const message = await service.queued(site, [client(renamed)]);
    const { lookups } = service.services.store;
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const add: typeof lookups.add = async (...args) => {
      reached.resolve();
      await gate.promise;
      return lookups.add(...args);
    };
    const withAdd = (other: typeof add): RunServices => ({
      ...service.services,
      store: { ...service.services.store, lookups: { ...lookups, add: other } },
    });
    const zombie = runImport(message, withAdd(add));
    await reached.promise;
    const dying: typeof add = async () => {
      throw new Crash();
    };
    for (let times = 0; times < 4; times += 1) {
      service.advance(60_000);
      await runImport(message, withAdd(dying)).catch(() => undefined);
    }
    expect(await service.status(site, message.importId)).toMatchObject({ status: 'error' });
    gate.resolve();
    await expect(zombie).rejects.toThrow('taken over');
    expect(await names(its)).toEqual(['a@x.org Ada', 'b@x.org Bo']);
  });

  it.each([
    ['was deleted', []],
    ['was deleted, and another one has its name', ['Towns']],
  ])('has its items written and published by the next worker, although their list %s', async (_, others) => {
    const its = await prepared();
    const { service, site } = its;
    const { siteId } = site;
    const { records, webhooks } = service.services.store;
    const { body } = await service.control('createList', { siteId, name: 'Towns' });
    const kind = listItemKind(String(body['listId']));
    await webhooks.create(aWebhook({ siteId, models: [{ model: 'listItem', fields: null }] }));
    const { message, zombie, goOn } = await stalled(its, [
      set('ListItem.Towns', 'title', [{ title: 'Dover' }]),
    ]);
    await service.control('deleteList', { siteId, listId: 'Towns' });
    for (const name of others) await service.control('createList', { siteId, name });
    await endedByAnother(its, message);
    const [[, outcome, id] = []] = (await service.status(site, message.importId)).preview?.outcomes ?? [];
    const item = () => records.get(siteId, { kind, id: id ?? '' });
    const written = await item();
    expect([outcome, written?.fields]).toEqual(['created', { title: 'Dover' }]);
    goOn();
    await expect(zombie).rejects.toThrow('taken over');
    expect(await item()).toEqual(written);
    expect(await service.publishedEvents()).toMatchObject([{ action: 'create', docId: id }]);
  });

  it('keeps its import for two seconds after its lease, since clocks may differ', async () => {
    const its = await prepared();
    const { service, site } = its;
    const { message, zombie: slow, goOn } = await stalled(its, [client(renamed)]);
    service.advance(leaseMs + 1_999);
    await expect(runImport(message, service.services)).rejects.toThrow('being worked on');
    goOn();
    await slow;
    expect(await service.status(site, message.importId)).toMatchObject({ status: 'success' });
  });
});
