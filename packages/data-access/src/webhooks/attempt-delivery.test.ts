import { describe, expect, it } from 'vitest';
import { mostAttempts } from './next-attempt.ts';
import { verify } from '@sluice/client/webhooks';
import type { SendResult } from '@sluice/aws-kit/outgoing';
import { createMemoryBlobs } from '../testing/memory/memory-blobs.ts';
import { createMemoryStore } from '../testing/memory/memory.ts';
import { aRecord, at, aWebhook } from '../testing/builders.ts';
import { Crash, dyingAt } from '../testing/dying.ts';
import { delivered, eventsOf, startPublishing } from '../testing/publishing.ts';
import { attempt, deliveryLeaseMs } from './attempt-delivery.ts';
import { eventOf, versionOf } from './change-set.ts';
import { gather } from './gather-changes.ts';

const record = aRecord(1);
const change = { ...versionOf(record), event: eventOf(record, 'create', []) };
const webhook = aWebhook();
const minute = 60_000;
const day = 24 * 60 * minute;

async function waiting() {
  let time = Date.parse(at(0));
  const now = () => new Date(time);
  const store = createMemoryStore();
  await store.webhooks.create(webhook);
  const publishing = startPublishing({ store, blobs: createMemoryBlobs(), now });
  const set = { siteId: 'site', changeSetId: 'set', date: new Date(at(0)) };
  await publishing.publish(set, [change]);
  const seen = async () => {
    const [delivery, ...others] = await store.webhooks.deliveries(webhook, { limit: 10 });
    expect(others).toEqual([]);
    return delivery!;
  };
  /** Lets time pass by quarters of an hour, as messages come again. */
  const pass = async (ms: number): Promise<void> => {
    for (const end = time + ms; time < end;) {
      time = Math.min(end, time + 15 * minute);
      await publishing.work();
    }
  };
  return { store, publishing, seen, pass, now, advance: (ms: number) => void (time += ms) };
}

const refused: SendResult = { kind: 'refused', status: 500, durationMs: 7 };

describe('a delivery', () => {
  it('that is received is delivered, and deleted after 30 days', async () => {
    const { publishing, seen } = await waiting();
    await publishing.work();
    expect(await seen()).toMatchObject({
      state: 'delivered',
      tried: 1,
      expires: Date.parse(at(0)) / 1000 + 30 * 86_400,
    });
    expect((await seen()).attempts).toEqual([{ date: at(0), status: 200, reason: null, duration: 5 }]);
    expect(publishing.deliveries.size()).toBe(0);
  });

  it('that fails is tried again later with a new date and a new signature over the exact bytes (invariant 18)', async () => {
    const { publishing, seen, pass, now } = await waiting();
    publishing.answering(async () => (publishing.received.length < 3 ? refused : delivered));
    await publishing.work();
    expect(await seen()).toMatchObject({ state: 'waiting', tried: 1, turn: 1, nextAttemptAt: at(30) });
    await pass(60 * minute);
    expect(await seen()).toMatchObject({ state: 'delivered', tried: 3 });
    const [first, , last] = publishing.received;
    const options = { secret: webhook.secret, now: now(), toleranceMs: 60 * minute };
    expect(verify(first!.body, options).events).toEqual(verify(last!.body, options).events);
    expect(verify(last!.body, options).date > verify(first!.body, options).date).toBe(true);
    expect(new Set(publishing.received.map(({ deliveryId }) => deliveryId)).size).toBe(1);
  });

  it('that never succeeds is parked after ten tries over three days, and stays visible (invariant 18)', async () => {
    const { publishing, seen, pass } = await waiting();
    publishing.answering(async () => refused);
    await publishing.work();
    await pass(4 * day);
    expect(publishing.received).toHaveLength(mostAttempts);
    expect(await seen()).toMatchObject({ state: 'parked', tried: mostAttempts, expires: null });
    expect((await seen()).attempts).toHaveLength(10);
    expect(publishing.deliveries.size()).toBe(0);
  });

  it.each([
    ['redirected', { kind: 'redirected', status: 302, durationMs: 1 }, 'waiting', 302],
    ['unreachable', { kind: 'unreachable', reason: 'timeout', durationMs: 1 }, 'waiting', null],
    [
      'forbidden',
      { kind: 'forbidden', reason: 'an address of a private network', durationMs: 1 },
      'parked',
      null,
    ],
    ['gone', { kind: 'gone', status: 410, durationMs: 1 }, 'parked', 410],
  ] satisfies [string, SendResult, string, number | null][])(
    'that is %s has that state',
    async (word, result, state, status) => {
      const { publishing, seen, store } = await waiting();
      publishing.answering(async () => result);
      await publishing.work();
      expect(await seen()).toMatchObject({
        state,
        attempts: [{ status, reason: expect.stringContaining(word) }],
      });
      const isGone = word === 'gone';
      expect(await store.webhooks.get(webhook)).toMatchObject({
        enabled: !isGone,
        disabledReason: isGone ? 'the receiver answered 410 Gone' : null,
      });
    },
  );

  it('of a webhook that was disabled meanwhile is parked untried', async () => {
    const { publishing, seen, store } = await waiting();
    const change = publishing.changes.take();
    await gather(change!, publishing.services);
    await store.webhooks.update({ ...webhook, version: 2, enabled: false });
    await publishing.work();
    expect(publishing.received).toEqual([]);
    expect(await seen()).toMatchObject({
      state: 'parked',
      attempts: [{ reason: 'not tried: the webhook is disabled' }],
    });
  });

  it('is not sent by two workers at once, and loses no message', async () => {
    const { publishing, seen, advance } = await waiting();
    await gather(publishing.changes.take()!, publishing.services);
    const message = publishing.deliveries.take()!;
    await Promise.all([1, 2, 3].map(() => attempt(message, publishing.services)));
    expect(publishing.received).toHaveLength(1);
    expect(publishing.deliveries.size()).toBe(2);
    advance(deliveryLeaseMs);
    await publishing.work();
    expect(await seen()).toMatchObject({ state: 'delivered', tried: 1 });
  });
});

describe('a receiver', () => {
  it.each([
    [
      'that does not answer rests for half a minute',
      { kind: 'unreachable', reason: 'ECONNREFUSED', durationMs: 1 },
      30_000,
    ],
    [
      'that is slow rests four times as long as it took',
      { kind: 'delivered', status: 200, durationMs: 9_000 },
      36_000,
    ],
    ['that is slow to refuse rests as long', { kind: 'refused', status: 500, durationMs: 2_000 }, 8_000],
  ] satisfies [string, SendResult, number][])(
    '%s, so that it does not keep the workers waiting',
    async (_, result, restMs) => {
      const { publishing, store, advance, now } = await waiting();
      const other = aWebhook({ webhookId: 'other', url: 'https://other.example' });
      await store.webhooks.create(other);
      publishing.answering(async ({ url }) => (url === webhook.url ? result : delivered));
      const publishSet = async (changeSetId: string) => {
        await publishing.publish({ siteId: 'site', changeSetId, date: now() }, [change]);
        await publishing.work();
      };
      for (const changeSetId of ['set 1', 'set 2', 'set 3']) await publishSet(changeSetId);
      const deliveriesTried = () =>
        new Set(
          publishing.received.flatMap(({ url, deliveryId }) => (url === webhook.url ? [deliveryId] : [])),
        ).size;
      expect(publishing.received).toHaveLength(1 + 4);
      publishing.answering(async () => delivered);
      advance(restMs - 1_000);
      await publishing.work();
      expect(deliveriesTried()).toBe(1);
      advance(1_000);
      await publishing.work();
      expect(deliveriesTried()).toBe(4);
    },
  );
});

describe('deliveries to a receiver that rests', () => {
  it('come back spread over a minute', async () => {
    const { publishing, advance } = await waiting();
    publishing.services.resting.begin(webhook.webhookId, 30_000);
    await gather(publishing.changes.take()!, publishing.services);
    await attempt(publishing.deliveries.take()!, { ...publishing.services, random: () => 0.5 });
    advance(30_000);
    await publishing.work();
    expect(publishing.received).toEqual([]);
    advance(30_000);
    await publishing.work();
    expect(publishing.received).toHaveLength(1);
  });
});

describe('a change set published by workers that die', () => {
  /** SQS hands out again what was not finished. */
  async function resent(at: number) {
    const { publishing, seen, advance, store } = await waiting();
    const dying = dyingAt(at);
    publishing.answering(async () => (publishing.received.length < 2 ? refused : delivered));
    const over = (alive: typeof publishing.services) => ({
      ...alive,
      store: { ...store, records: dying.over(store.records), webhooks: dying.over(store.webhooks) },
      blobs: dying.over(alive.blobs),
      deliveries: dying.over(alive.deliveries),
      send: dying.over({ send: alive.send }).send,
    });
    let services = over(publishing.services);
    const survive = async (work: (using: typeof services) => Promise<void>): Promise<void> => {
      try {
        await work(services);
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        services = publishing.services;
        advance(6 * minute);
        await work(services);
      }
    };
    for (let times = 0; times < 20; times += 1) {
      const set = publishing.changes.take();
      if (set) await survive((using) => gather(set, using));
      const delivery = publishing.deliveries.take();
      if (delivery) await survive((using) => attempt(delivery, using));
      advance(5 * minute);
    }
    return {
      state: (await seen()).state,
      received: eventsOf(publishing.received, webhook.secret),
      calls: dying.calls(),
    };
  }

  it('is delivered at least once, wherever each of them dies (invariant 18)', async () => {
    const calm = await resent(Infinity);
    expect(calm).toMatchObject({ state: 'delivered', received: [change.event, change.event] });
    expect(calm.calls).toBeGreaterThan(15);
    for (let n = 1; n <= calm.calls; n += 1) {
      for (const at of [n, -n]) {
        const { state, received } = await resent(at);
        expect(state, `call ${at}`).toBe('delivered');
        expect(received.length, `call ${at}`).toBeGreaterThanOrEqual(1);
      }
    }
  });
});
