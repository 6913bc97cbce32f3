import { describe, expect, it } from 'vitest';
import type { ChangeEvent } from '@sluice/contract/webhooks';
import { aWebhook } from '../testing/builders.ts';
import { dyingAt, losing } from '../testing/dying.ts';
import { startService } from '../testing/service.ts';
import { createPublisher } from '../webhooks/publisher.ts';
import { runImport } from '../engine/run-import.ts';
import { client, set } from '../testing/on-a-site.ts';

const people = (...names: string[]) => names.map((name) => ({ email: `${name.toLowerCase()}@x.org`, name }));

const before = [client(people('Ada', 'Bo', 'Cy'))];
const recordSets = [
  client([
    { email: 'ada@x.org', name: 'Ada L.', cellPhone: '1' },
    { email: 'bo@x.org', name: 'Bo' },
    { email: 'cy@x.org', deleted: true },
    { email: 'di@x.org', name: 'Di', username: 'di' },
  ]),
  set('role', 'name', [{ name: 'Clerk' }]),
  client([{ username: 'di', cellPhone: '2' }], 'username'),
];

const models = ['user', 'role'].map((model) => ({ model, fields: null }));

async function prepared(hasAnySubscriber = true) {
  const service = startService();
  const site = await service.newSite();
  await service.importAll(site, before);
  service.advance(60_000);
  const webhook = aWebhook({ siteId: site.siteId, models });
  if (hasAnySubscriber) await service.services.store.webhooks.create(webhook);
  return { service, site };
}

/** An event as text, so that a missing one is easy to see. */
const inWords = ({ action, schema, diff }: ChangeEvent): string =>
  [action, schema, ...Object.keys(diff ?? {}).toSorted()].join(' ');

describe('an import', () => {
  it('publishes what it changed, chunk by chunk, and nothing that was unchanged', async () => {
    const { service, site } = await prepared();
    await service.importAll(site, recordSets);
    const received = await service.publishedEvents();
    expect(received.map(inWords)).toEqual([
      'update user cellPhone name',
      'delete user',
      'create user',
      'create role',
      'update user cellPhone',
    ]);
    expect(received[0]).toMatchObject({ diff: { name: 'Ada L.', cellPhone: '1' } });
    expect(service.publishing.received).toHaveLength(3);
    await service.importAll(site, [client(people('Bo'))]);
    expect(await service.publishedEvents()).toHaveLength(received.length);
  });

  it('that is only a dry run publishes nothing', async () => {
    const { service, site } = await prepared();
    await service.importAll(site, recordSets, { dryRun: true });
    expect(await service.publishedEvents()).toEqual([]);
  });

  it('of a site without subscriptions only reads the list of webhooks once', async () => {
    const { service, site } = await prepared(false);
    service.advance(60_000);
    const message = await service.queued(site, recordSets);
    const { store, blobs, now } = service.services;
    const counting = dyingAt(Infinity);
    const publisher = createPublisher({
      store: { webhooks: counting.over(store.webhooks) },
      blobs: counting.over(blobs),
      queue: counting.over(service.publishing.changes),
      now,
    });
    await runImport(message, { ...service.services, publisher });
    expect(counting.calls()).toBe(1);
  });

  it('that is given up publishes what it has written (invariant 18)', async () => {
    const { service, site } = await prepared();
    const message = await service.queued(site, recordSets);
    const { store } = service.services;
    const { write } = store.records;
    store.records.write = async (siteId, writes) => {
      await write(siteId, writes);
      throw new Error('the table burns');
    };
    store.records.writeTogether = async () => {
      throw new Error('the table burns');
    };
    for (let times = 0; times < 3; times += 1) {
      await runImport(message, service.services).catch(() => undefined);
      service.advance(120_000);
    }
    store.records.write = async () => {
      throw new Error('the table is ashes');
    };
    for (let times = 0; times < 9; times += 1) {
      await runImport(message, service.services).catch(() => undefined);
      service.advance(120_000);
    }
    const status = await service.status(site, message.importId);
    expect(status).toMatchObject({ status: 'error', done: true });
    const received = await service.publishedEvents();
    const { body } = await service.call('getUsers', site, { fields: ['id', 'name', 'deleted'] });
    expect(body['items']).toHaveLength(4);
    expect(new Set(received.map(({ action }) => action))).toEqual(new Set(['create', 'update', 'delete']));
  });

  it('that is given up publishes what its last request writes after that (invariant 18)', async () => {
    const { service, site } = await prepared();
    const message = await service.queued(site, [client([{ email: 'ada@x.org', name: 'Ada L.' }])]);
    const late = losing(service.services.store.records);
    for (let times = 0; times < 5; times += 1) {
      await runImport(message, service.services).catch(() => undefined);
      service.advance(120_000);
    }
    expect(await service.status(site, message.importId)).toMatchObject({ status: 'error' });
    expect(await service.publishedEvents()).toEqual([]);
    await late.arrive();
    service.advance(15 * 60_000);
    expect((await service.publishedEvents()).map(inWords)).toEqual(['update user name']);
  });

  it('that two workers write is published with the date of what is stored (invariant 18)', async () => {
    const { service, site } = await prepared();
    const message = await service.queued(site, [client([{ email: 'ada@x.org', name: 'Ada L.' }])]);
    const { records } = service.services.store;
    const late = losing(records);
    await runImport(message, service.services).catch(() => undefined);
    service.advance(60_000);
    late.answer();
    await runImport(message, service.services);
    const [event] = await service.publishedEvents();
    const stored = await records.get(site.siteId, { kind: 'user', id: event?.docId ?? '' });
    expect(event).toMatchObject({ docUpdatedDate: stored?.updatedDate, diff: { name: 'Ada L.' } });
  });
});
