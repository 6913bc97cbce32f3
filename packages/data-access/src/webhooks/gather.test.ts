import { describe, expect, it } from 'vitest';
import type { ChangeEvent } from '@sluice/webhooks';
import { createMemoryBlobs } from '../store/blobs.ts';
import { createMemoryStore } from '../store/memory.ts';
import type { Webhook } from '../store/webhook.ts';
import { aRecord, at, aWebhook } from '../testing/builders.ts';
import { eventsOf, startTelling } from '../testing/telling.ts';
import { eventOf, versionOf, type Change } from './change-set.ts';
import { deliveryLimits } from './gather.ts';
import { heardBy } from './heard.ts';

const updateOf = (diff: NonNullable<ChangeEvent['diff']>): ChangeEvent => ({
  action: 'update',
  schema: 'user',
  docId: 'u1',
  docUpdatedDate: at(1),
  diff,
});

describe('what a webhook hears', () => {
  it('is what changes of its models', () => {
    const event = updateOf({ name: 'Ada' });
    expect(heardBy({ models: [{ model: 'user', fields: null }] }, [event])).toEqual([event]);
    expect(heardBy({ models: [{ model: 'role', fields: null }] }, [event])).toEqual([]);
  });

  it('is no update of fields that it did not name, and of those that it did only these', () => {
    const heard = { models: [{ model: 'user', fields: ['email', 'name'] }] };
    expect(heardBy(heard, [updateOf({ cellPhone: '1' })])).toEqual([]);
    expect(heardBy(heard, [updateOf({ name: 'Ada', cellPhone: '1' })])).toEqual([updateOf({ name: 'Ada' })]);
  });

  it('is every creation and deletion, whatever fields it named', () => {
    const { diff: _, ...event } = updateOf({});
    const made = (['create', 'delete'] as const).map((action) => ({ ...event, action }));
    expect(heardBy({ models: [{ model: 'user', fields: ['name'] }] }, made)).toEqual(made);
  });
});

const created = (order: number, kind = 'user'): Change => {
  const record = aRecord(order, { kind });
  return { ...versionOf(record), event: eventOf(record, 'create', []) };
};

async function toldOf(changes: Change[], webhooks: Webhook[]) {
  const store = createMemoryStore();
  for (const webhook of webhooks) await store.webhooks.create(webhook);
  const telling = startTelling({ store, blobs: createMemoryBlobs(), now: () => new Date(at(100)) });
  const set = { siteId: 'site', changeSetId: 'set', date: new Date(at(50)) };
  const announce = () => telling.announcer.announce(set, async () => changes);
  await announce();
  return { store, telling, announce };
}

describe('a change set', () => {
  it('of an import becomes few calls, each with as many events as fit', async () => {
    const changes = Array.from({ length: 1000 }, (_, n) => created(n));
    const { telling } = await toldOf(changes, [aWebhook()]);
    await telling.work();
    expect(telling.received).toHaveLength(Math.ceil(1000 / deliveryLimits.events));
    const ids = eventsOf(telling.received, 'secret').map(({ docId }) => docId);
    expect(ids).toEqual(changes.map(({ event }) => event.docId));
  });

  it('becomes deliveries for each webhook that hears of it, under its own secret', async () => {
    const webhooks = [
      aWebhook({ webhookId: 'w1', url: 'https://one.example', secret: 'one' }),
      aWebhook({
        webhookId: 'w2',
        url: 'https://two.example',
        models: [{ model: 'listItem', fields: null }],
      }),
      aWebhook({ webhookId: 'w3', url: 'https://off.example', enabled: false }),
    ];
    const { telling } = await toldOf([created(1), created(2, 'listItem:l1')], webhooks);
    await telling.work();
    expect(telling.received.map(({ url }) => url)).toEqual(['https://one.example', 'https://two.example']);
    expect(eventsOf(telling.received.slice(0, 1), 'one')).toMatchObject([{ schema: 'user' }]);
    expect(eventsOf(telling.received.slice(1), 'secret')).toMatchObject([{ schema: 'listItem' }]);
  });

  it('that is told twice makes no second delivery (invariant 7)', async () => {
    const { telling, announce } = await toldOf([created(1)], [aWebhook()]);
    await announce();
    await telling.work();
    await announce();
    await telling.work();
    expect(telling.received).toHaveLength(1);
  });

  it('loses nothing when a webhook hears of less while it is being told (invariant 18)', async () => {
    const mixed = Array.from({ length: 1000 }, (_, n) => created(n, n % 2 === 0 ? 'user' : 'role'));
    const models = ['user', 'role'].map((model) => ({ model, fields: null }));
    const { store, telling, announce } = await toldOf(mixed, [aWebhook({ models })]);
    const { createDelivery } = store.webhooks;
    let made = 0;
    store.webhooks.createDelivery = async (delivery) => {
      if ((made += 1) === 2) throw new Error('the table burns');
      return createDelivery(delivery);
    };
    await expect(telling.work()).rejects.toThrow('burns');
    await store.webhooks.update({ ...aWebhook(), version: 2 });
    await announce();
    await telling.work();
    const told = new Set(eventsOf(telling.received, 'secret').map(({ docId }) => docId));
    const users = mixed.filter(({ kind }) => kind === 'user');
    expect(users.filter(({ event }) => !told.has(event.docId))).toEqual([]);
  });
});
