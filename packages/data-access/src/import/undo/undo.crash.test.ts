import { describe, expect, it } from 'vitest';
import type { ImportMessage } from '../../services.ts';
import { aWebhook } from '../../testing/builders.ts';
import { dyingAt, heardAt } from '../../testing/dying.ts';
import { recordedStore } from '../../testing/recorded-store.ts';
import { startService, type Service } from '../../testing/service.ts';
import { eventsOf } from '../../testing/telling.ts';
import { undoModel } from '../../testing/undo-model.ts';
import { createAnnouncer } from '../../webhooks/announcer.ts';
import { runImport, type RunServices } from '../run.ts';

const set = (schema: string, lookup: string, records: object[]) => ({ schema, lookup, records });

const before = [
  set('client', 'email', [
    { email: 'a@x.org', name: 'Ada' },
    { email: 'b@x.org', name: 'Bo' },
    { email: 'c@x.org', name: 'Cy' },
  ]),
  set('list', 'name', [{ name: 'Towns' }]),
];
const request = [
  set('client', 'email', [
    { email: 'a@x.org', name: 'Ada L.' },
    { email: 'c@x.org', deleted: true },
    { email: 'd@x.org', name: 'Di', username: 'di' },
  ]),
  set('list', 'name', [{ name: 'Parishes' }]),
  set('ListItem.Parishes', 'title', [{ title: 'Saint Mary' }]),
  set('client', 'email', [
    { email: 'a@x.org', cellPhone: '1' },
    { email: 'd@x.org', cellPhone: '2' },
  ]),
];

async function prepared() {
  const { store, versions } = recordedStore();
  const service = startService(store);
  const site = await service.newSite();
  const { preview } = await service.importAll(site, before);
  const ids = preview?.outcomes.map(([, , id]) => id ?? '') ?? [];
  service.advance(60_000);
  const queued = async (recordSets: object[]): Promise<ImportMessage> => {
    await service.call('import', site, { recordSets });
    return service.messages.shift()!;
  };
  return { service, site, versions, queued, ids };
}
type Prepared = Awaited<ReturnType<typeof prepared>>;

/** Services whose ports are wrapped, each in the same way. */
function wrapped({ services, telling }: Service, over: <T extends object>(port: T) => T): RunServices {
  const { store } = services;
  const blobs = over(services.blobs);
  const wrappedStore = {
    ...store,
    records: { ...over(store.records), scan: store.records.scan },
    lookups: over(store.lookups),
    imports: over(store.imports),
    webhooks: over(store.webhooks),
  };
  const queue = over(telling.changes);
  const announcer = createAnnouncer({ store: wrappedStore, blobs, queue, now: services.now });
  return { ...services, store: wrappedStore, blobs, announcer };
}

async function undone({ service, site, versions }: Prepared, importId: string) {
  const { expected } = undoModel(versions);
  const due = expected(importId);
  await service.control('revertImport', { siteId: site.siteId, importId });
  await service.drain();
  return { due, reported: await reportOf(service, site.siteId, importId) };
}

/** By record, whatever its kind. */
async function reportOf(service: Service, siteId: string, importId: string) {
  const outcomes = ['reversed', 'kept', 'failed'];
  const { body } = await service.control('getRevert', { siteId, importId, outcomes });
  return (body['items'] as { id: string; outcome: string }[]).map(({ id, outcome }) => `${id} ${outcome}`);
}

const asReport = (due: ReadonlyMap<string, string>): string[] =>
  [...due].map(([key, outcome]) => `${key.split(' ')[1]} ${outcome}`);

const overtakers: Record<string, (its: Prepared) => Promise<unknown>> = {
  'a request': ({ service, site, ids }) =>
    service.call('saveUsers', site, { users: [{ id: ids[0], name: 'Ava', workPhone: '8' }] }),
  'another import': async ({ service, queued }) => {
    const rival = [
      set('client', 'email', [
        { email: 'd@x.org', name: 'Dora' },
        { email: 'a@x.org', homePhone: '9' },
      ]),
      set('list', 'name', [{ name: 'parishes' }]),
    ];
    await runImport(await queued(rival), service.services);
  },
};

describe('an import whose worker dies while others overtake it', () => {
  /** Its worker dies at a call; at another, or never, somebody else writes the same records. */
  async function ended({ dies, overtaken, by }: { dies: number; overtaken: number; by: string }) {
    const its = await prepared();
    const { service, site, queued, versions } = its;
    const message = await queued(request);
    const dying = dyingAt(dies);
    const heard = heardAt(async (call) => {
      if (call === overtaken) await overtakers[by]?.(its);
    });
    const services = wrapped(service, (port) => dying.over(heard.over(port)));
    await runImport(message, services).catch(() => undefined);
    service.advance(120_000);
    await runImport(message, service.services);
    const { status } = await service.status(site, message.importId);
    service.advance(60_000);
    const { due, reported } = await undone(its, message.importId);
    return { status, due, reported, wrong: undoModel(versions).wrong, calls: dying.calls() };
  }

  it.each(Object.keys(overtakers))(
    'is undone to what was there before its own writes: every call in turn, overtaken by %s at every call',
    async (by) => {
      const calm = await ended({ dies: Infinity, overtaken: Infinity, by });
      expect(calm.wrong).toEqual([]);
      expect(calm.reported).toHaveLength(5);
      expect(calm.calls).toBeGreaterThan(20);
      for (let overtaken = 1; overtaken <= calm.calls; overtaken += 1) {
        for (let dies = overtaken; dies <= calm.calls + 8; dies += 1) {
          const sign = (dies + overtaken) % 2 === 0 ? 1 : -1;
          const { wrong, due, reported } = await ended({ dies: sign * dies, overtaken, by });
          const where = `dies at ${sign * dies}, overtaken at ${overtaken}`;
          expect(wrong, where).toEqual([]);
          expect(reported.toSorted(), where).toEqual(asReport(due).toSorted());
        }
      }
    },
    60_000,
  );
});

describe('an undo whose worker dies', () => {
  const models = ['user', 'list', 'listItem'].map((model) => ({ model, fields: null }));

  async function ended(dies: number) {
    const its = await prepared();
    const { service, site, queued, versions, ids } = its;
    const { siteId } = site;
    const message = await queued(request);
    await runImport(message, service.services);
    await service.call('saveUsers', site, { users: [{ id: ids[0], workPhone: '8' }] });
    service.advance(60_000);
    await service.services.store.webhooks.create(aWebhook({ siteId, models }));
    const due = undoModel(versions).expected(message.importId);
    await service.control('revertImport', { siteId, importId: message.importId });
    const dying = dyingAt(dies);
    await runImport(message, wrapped(service, dying.over)).catch(() => undefined);
    service.advance(120_000);
    await runImport(message, service.services);
    await service.telling.work();
    const told = eventsOf(service.telling.received, 'secret').map(
      ({ action, docId }) => `${action} ${docId}`,
    );
    const reported = await reportOf(service, siteId, message.importId);
    const { status } = await service.status(site, message.importId);
    return { status, due, reported, told, wrong: undoModel(versions).wrong, calls: dying.calls() };
  }

  it('ends as if it had not, wherever it dies, and tells webhooks of each change (invariants 7, 17 and 18)', async () => {
    const calm = await ended(Infinity);
    expect(calm.calls).toBeGreaterThan(12);
    expect(calm.told.toSorted()).toHaveLength(4);
    for (let n = 1; n <= calm.calls; n += 1) {
      for (const dies of [n, -n]) {
        const { status, wrong, due, reported, told } = await ended(dies);
        const where = `dies at ${dies}`;
        expect(status, where).toBe('reverted');
        expect(wrong, where).toEqual([]);
        expect(reported.toSorted(), where).toEqual(asReport(due).toSorted());
        expect(told, where).toEqual(expect.arrayContaining(calm.told));
      }
    }
  });
});
