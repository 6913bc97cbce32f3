import { describe, expect, it } from 'vitest';
import { mostAttempts, verify } from '@sluice/webhooks';
import type { SendResult } from '@sluice/webhooks/send';
import { createMemoryBlobs } from '../store/blobs.ts';
import { createMemoryStore } from '../store/memory.ts';
import { aRecord, at, aWebhook } from '../testing/builders.ts';
import { Crash } from '../testing/crash.ts';
import { dyingAt } from '../testing/dying.ts';
import { delivered, eventsOf, startTelling } from '../testing/telling.ts';
import { attempt, deliveryLeaseMs } from './attempt.ts';
import { eventOf, versionOf } from './change-set.ts';
import { gather } from './gather.ts';

const record = aRecord(1);
const change = { ...versionOf(record), event: eventOf(record, 'create', []) };
const webhook = aWebhook();
const minute = 60_000;
const day = 24 * 60 * minute;

/** One delivery, waiting to be tried. */
async function waiting() {
  let time = Date.parse(at(0));
  const now = () => new Date(time);
  const store = createMemoryStore();
  await store.webhooks.create(webhook);
  const telling = startTelling({ store, blobs: createMemoryBlobs(), now });
  const set = { siteId: 'site', changeSetId: 'set', date: new Date(at(0)) };
  await telling.announcer.announce(set, async () => [change]);
  const seen = async () => {
    const [delivery, ...others] = await store.webhooks.deliveries(webhook, { limit: 10 });
    expect(others).toEqual([]);
    return delivery!;
  };
  /** Lets time pass by quarters of an hour, as messages come again. */
  const pass = async (ms: number): Promise<void> => {
    for (const end = time + ms; time < end;) {
      time = Math.min(end, time + 15 * minute);
      await telling.work();
    }
  };
  return { store, telling, seen, pass, now, advance: (ms: number) => void (time += ms) };
}

const refused: SendResult = { kind: 'refused', status: 500, durationMs: 7 };

describe('a delivery', () => {
  it('that is received is delivered, and forgotten after 30 days', async () => {
    const { telling, seen } = await waiting();
    await telling.work();
    expect(await seen()).toMatchObject({
      state: 'delivered',
      tried: 1,
      expires: Date.parse(at(0)) / 1000 + 30 * 86_400,
    });
    expect((await seen()).attempts).toEqual([{ date: at(0), status: 200, reason: null, duration: 5 }]);
    expect(telling.deliveries.size()).toBe(0);
  });

  it('that fails is tried again later, dated and signed anew over the exact bytes (invariant 18)', async () => {
    const { telling, seen, pass, now } = await waiting();
    telling.answering(async () => (telling.received.length < 3 ? refused : delivered));
    await telling.work();
    expect(await seen()).toMatchObject({ state: 'waiting', tried: 1, turn: 1, nextAttemptAt: at(30) });
    await pass(60 * minute);
    expect(await seen()).toMatchObject({ state: 'delivered', tried: 3 });
    const [first, , last] = telling.received;
    const options = { secret: webhook.secret, now: now(), toleranceMs: 60 * minute };
    expect(verify(first!.body, options).events).toEqual(verify(last!.body, options).events);
    expect(verify(last!.body, options).date > verify(first!.body, options).date).toBe(true);
    expect(new Set(telling.received.map(({ deliveryId }) => deliveryId)).size).toBe(1);
  });

  it('that never succeeds is parked after ten tries over three days, and stays to be seen (invariant 18)', async () => {
    const { telling, seen, pass } = await waiting();
    telling.answering(async () => refused);
    await telling.work();
    await pass(4 * day);
    expect(telling.received).toHaveLength(mostAttempts);
    expect(await seen()).toMatchObject({ state: 'parked', tried: mostAttempts, expires: null });
    expect((await seen()).attempts).toHaveLength(10);
    expect(telling.deliveries.size()).toBe(0);
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
    'that is %s says so',
    async (word, result, state, status) => {
      const { telling, seen, store } = await waiting();
      telling.answering(async () => result);
      await telling.work();
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
    const { telling, seen, store } = await waiting();
    const change = telling.changes.take();
    await gather(change!, telling.services);
    await store.webhooks.update({ ...webhook, version: 2, enabled: false });
    await telling.work();
    expect(telling.received).toEqual([]);
    expect(await seen()).toMatchObject({
      state: 'parked',
      attempts: [{ reason: 'not tried: the webhook is disabled' }],
    });
  });

  it('is not sent by two workers at once, and no message of it is lost by that', async () => {
    const { telling, seen, advance } = await waiting();
    await gather(telling.changes.take()!, telling.services);
    const message = telling.deliveries.take()!;
    await Promise.all([1, 2, 3].map(() => attempt(message, telling.services)));
    expect(telling.received).toHaveLength(1);
    expect(telling.deliveries.size()).toBe(2);
    advance(deliveryLeaseMs);
    await telling.work();
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
    '%s, so that others have the workers it would keep waiting',
    async (_, result, restMs) => {
      const { telling, store, advance, now } = await waiting();
      const other = aWebhook({ webhookId: 'other', url: 'https://other.example' });
      await store.webhooks.create(other);
      telling.answering(async ({ url }) => (url === webhook.url ? result : delivered));
      const tellSet = async (changeSetId: string) => {
        await telling.announcer.announce({ siteId: 'site', changeSetId, date: now() }, async () => [change]);
        await telling.work();
      };
      for (const changeSetId of ['set 1', 'set 2', 'set 3']) await tellSet(changeSetId);
      const deliveriesTried = () =>
        new Set(telling.received.flatMap(({ url, deliveryId }) => (url === webhook.url ? [deliveryId] : [])))
          .size;
      expect(telling.received).toHaveLength(1 + 4);
      telling.answering(async () => delivered);
      advance(restMs - 1_000);
      await telling.work();
      expect(deliveriesTried()).toBe(1);
      advance(1_000);
      await telling.work();
      expect(deliveriesTried()).toBe(4);
    },
  );
});

describe('deliveries to a receiver that rests', () => {
  it('come back spread over a minute', async () => {
    const { telling, advance } = await waiting();
    telling.services.resting.begin(webhook.webhookId, 30_000);
    await gather(telling.changes.take()!, telling.services);
    await attempt(telling.deliveries.take()!, { ...telling.services, random: () => 0.5 });
    advance(30_000);
    await telling.work();
    expect(telling.received).toEqual([]);
    advance(30_000);
    await telling.work();
    expect(telling.received).toHaveLength(1);
  });
});

describe('a change set that is told by workers who die', () => {
  /** SQS hands out again what was not finished. */
  async function retold(at: number) {
    const { telling, seen, advance, store } = await waiting();
    const dying = dyingAt(at);
    telling.answering(async () => (telling.received.length < 2 ? refused : delivered));
    const over = (alive: typeof telling.services) => ({
      ...alive,
      store: { ...store, records: dying.over(store.records), webhooks: dying.over(store.webhooks) },
      blobs: dying.over(alive.blobs),
      deliveries: dying.over(alive.deliveries),
      send: dying.over({ send: alive.send }).send,
    });
    let services = over(telling.services);
    const survive = async (work: (using: typeof services) => Promise<void>): Promise<void> => {
      try {
        await work(services);
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        services = telling.services;
        advance(6 * minute);
        await work(services);
      }
    };
    for (let times = 0; times < 20; times += 1) {
      const set = telling.changes.take();
      if (set) await survive((using) => gather(set, using));
      const delivery = telling.deliveries.take();
      if (delivery) await survive((using) => attempt(delivery, using));
      advance(5 * minute);
    }
    return {
      state: (await seen()).state,
      told: eventsOf(telling.received, webhook.secret),
      calls: dying.calls(),
    };
  }

  it('is delivered at least once, wherever each of them dies (invariant 18)', async () => {
    const calm = await retold(Infinity);
    expect(calm).toMatchObject({ state: 'delivered', told: [change.event, change.event] });
    expect(calm.calls).toBeGreaterThan(15);
    for (let n = 1; n <= calm.calls; n += 1) {
      for (const at of [n, -n]) {
        const { state, told } = await retold(at);
        expect(state, `call ${at}`).toBe('delivered');
        expect(told.length, `call ${at}`).toBeGreaterThanOrEqual(1);
      }
    }
  });
});
