import { describe, expect, it } from 'vitest';
import type { ChangeEvent } from '@sluice/contract/webhooks';
import { createMemoryBlobs } from '../testing/memory/memory-blobs.ts';
import { createMemoryStore } from '../testing/memory/memory.ts';
import type { Webhook } from '../store/webhook.ts';
import { aRecord, at, aWebhook } from '../testing/builders.ts';
import { eventsOf, startPublishing } from '../testing/publishing.ts';
import { eventOf, versionOf, type Change } from './change-set.ts';
import { deliveryLimits, makeDelivery, subscribedEvents } from './gather-changes.ts';

const updateOf = (diff: NonNullable<ChangeEvent['diff']>): ChangeEvent => ({
  action: 'update',
  schema: 'user',
  docId: 'u1',
  docUpdatedDate: at(1),
  diff,
});

describe('what a webhook receives', () => {
  it('contains the changes of its models', () => {
    const event = updateOf({ name: 'Ada' });
    expect(subscribedEvents({ models: [{ model: 'user', fields: null }] }, [event])).toEqual([event]);
    expect(subscribedEvents({ models: [{ model: 'role', fields: null }] }, [event])).toEqual([]);
  });

  it('contains no update of other fields, and only the named fields of an update', () => {
    const subscription = { models: [{ model: 'user', fields: ['email', 'name'] }] };
    expect(subscribedEvents(subscription, [updateOf({ cellPhone: '1' })])).toEqual([]);
    expect(subscribedEvents(subscription, [updateOf({ name: 'Ada', cellPhone: '1' })])).toEqual([
      updateOf({ name: 'Ada' }),
    ]);
  });

  it('contains every creation and deletion, whatever fields it names', () => {
    const { diff: _, ...event } = updateOf({});
    const made = (['create', 'delete'] as const).map((action) => ({ ...event, action }));
    expect(subscribedEvents({ models: [{ model: 'user', fields: ['name'] }] }, made)).toEqual(made);
  });
});

const created = (order: number, kind = 'user'): Change => {
  const record = aRecord(order, { kind });
  return { ...versionOf(record), event: eventOf(record, 'create', []) };
};

async function receivedOf(changes: Change[], webhooks: Webhook[]) {
  const store = createMemoryStore();
  for (const webhook of webhooks) await store.webhooks.create(webhook);
  const publishing = startPublishing({ store, blobs: createMemoryBlobs(), now: () => new Date(at(100)) });
  const set = { siteId: 'site', changeSetId: 'set', date: new Date(at(50)) };
  const publish = () => publishing.publish(set, changes);
  await publish();
  return { store, publishing, publish };
}

describe('a change set', () => {
  it('of an import becomes few calls, each with as many events as fit', async () => {
    const changes = Array.from({ length: 1000 }, (_, n) => created(n));
    const { publishing } = await receivedOf(changes, [aWebhook()]);
    await publishing.work();
    expect(publishing.received).toHaveLength(Math.ceil(1000 / deliveryLimits.events));
    const ids = eventsOf(publishing.received, 'secret').map(({ docId }) => docId);
    expect(ids).toEqual(changes.map(({ event }) => event.docId));
  });

  it('becomes deliveries for each subscribed webhook, under its own secret', async () => {
    const webhooks = [
      aWebhook({ webhookId: 'w1', url: 'https://one.example', secret: 'one' }),
      aWebhook({
        webhookId: 'w2',
        url: 'https://two.example',
        models: [{ model: 'listItem', fields: null }],
      }),
      aWebhook({ webhookId: 'w3', url: 'https://off.example', enabled: false }),
    ];
    const { publishing } = await receivedOf([created(1), created(2, 'listItem:l1')], webhooks);
    await publishing.work();
    expect(publishing.received.map(({ url }) => url)).toEqual(['https://one.example', 'https://two.example']);
    expect(eventsOf(publishing.received.slice(0, 1), 'one')).toMatchObject([{ schema: 'user' }]);
    expect(eventsOf(publishing.received.slice(1), 'secret')).toMatchObject([{ schema: 'listItem' }]);
  });

  it('that is published twice makes no second delivery (invariant 7)', async () => {
    const { publishing, publish } = await receivedOf([created(1)], [aWebhook()]);
    await publish();
    await publishing.work();
    await publish();
    await publishing.work();
    expect(publishing.received).toHaveLength(1);
  });

  it('loses nothing when a webhook reduces its subscription meanwhile (invariant 18)', async () => {
    const mixed = Array.from({ length: 1000 }, (_, n) => created(n, n % 2 === 0 ? 'user' : 'role'));
    const models = ['user', 'role'].map((model) => ({ model, fields: null }));
    const { store, publishing, publish } = await receivedOf(mixed, [aWebhook({ models })]);
    const { createDelivery } = store.webhooks;
    let made = 0;
    store.webhooks.createDelivery = async (delivery) => {
      if ((made += 1) === 2) throw new Error('the table burns');
      return createDelivery(delivery);
    };
    await expect(publishing.work()).rejects.toThrow('burns');
    await store.webhooks.update({ ...aWebhook(), version: 2 });
    await publish();
    await publishing.work();
    const received = new Set(eventsOf(publishing.received, 'secret').map(({ docId }) => docId));
    const users = mixed.filter(({ kind }) => kind === 'user');
    expect(users.filter(({ event }) => !received.has(event.docId))).toEqual([]);
  });
});

it('a delivery gets no other content from a worker that stalled before it stored its own (invariants 18 and 23)', async () => {
  const [store, blobs, webhook] = [createMemoryStore(), createMemoryBlobs(), aWebhook()];
  await store.webhooks.create(webhook);
  const { services, received, work } = startPublishing({ store, blobs, now: () => new Date(at(100)) });
  const making = (name: string) => ({
    ...{ set: { siteId: 'site', changeSetId: 'set', date: at(50) }, part: 0, webhook },
    events: [updateOf({ name })],
  });
  const gate = Promise.withResolvers<void>();
  const slow: typeof blobs = {
    ...blobs,
    put: (...args) => gate.promise.then(() => blobs.put(...args)),
    putNew: (...args) => gate.promise.then(() => blobs.putNew(...args)),
  };
  const stalled = makeDelivery(making('Ada'), { ...services, blobs: slow });
  await makeDelivery(making('Ada L.'), services);
  gate.resolve();
  await stalled;
  await work();
  expect(eventsOf(received, 'secret').map(({ diff }) => diff)).toEqual([{ name: 'Ada L.' }]);
});
