import { beforeEach, describe, expect, it } from 'vitest';
import { ImportBusyError, leaseMs } from '../lease/lease.ts';
import { aRecord, asNew } from '../testing/builders.ts';
import { createMemoryStore } from '../testing/memory/memory.ts';
import { fillFields } from './fill-fields.ts';
import { startWriting, writingMs } from './writing.ts';

const email = { kind: 'user', field: 'email' };

describe('a registered writer', () => {
  let time: number;
  let store: ReturnType<typeof createMemoryStore>;
  beforeEach(() => {
    time = Date.parse('2026-03-01T08:00:00.000Z');
    store = createMemoryStore();
  });
  const now = () => new Date(time);
  const sleep = async (ms: number) => {
    time += ms;
  };
  const common = () => ({ store, siteId: 'site', now, sleep });
  const writer = (worker = 'writer') => startWriting({ ...common(), worker });
  const fill = (worker = 'filler') => fillFields(['user email'], { ...common(), worker, until: Infinity });

  it('is waited for, until it ends', async () => {
    const writing = await writer();
    expect(await fill()).toBe(false);
    expect(writing.use(email)).toBe('unused');
    await writing.end();
    expect(await fill()).toBe(true);
    expect((await writer()).use(email)).toBe('used');
  });

  it('is not waited for when it knows of the field', async () => {
    const first = await writer();
    expect(await fill()).toBe(false);
    const second = await writer('second');
    expect(second.use(email)).toBe('filling');
    await first.end();
    expect(await fill()).toBe(true);
    expect(second.use(email)).toBe('filling');
  });

  it('is forgotten when its time is over, and then writes no more', async () => {
    const writing = await writer();
    time += writingMs - 60_000;
    // By any clock, it begins nothing more for most of a minute before others stop waiting for it.
    expect(() => writing.use(email)).toThrow(ImportBusyError);
    time += 58_000;
    expect(await fill()).toBe(false);
    time += 2_000;
    expect(await fill()).toBe(true);
    await writer('another');
    expect(Object.keys((await store.lookupFields.get('site')).writers)).toEqual(['another']);
  });

  it('registers again after half of its time, and knows then of what was announced since', async () => {
    const writing = await writer();
    await fill();
    await writing.renew();
    expect(writing.use(email)).toBe('unused');
    time += writingMs / 2;
    await writing.renew();
    expect(writing.use(email)).toBe('filling');
    expect(await fill()).toBe(true);
  });
});

describe('two workers that fill a field', () => {
  const record = { kind: 'user', id: 'a', version: 1, createdDate: '', updatedDate: '', deleted: false };
  const written = { ...record, writer: 'w', importId: null, fields: { email: 'a@x.org' } };

  /** Fills, while another begins to fill in the middle, whose clock is ahead. */
  async function both(aheadMs: number) {
    const store = createMemoryStore();
    const filler = { store, siteId: 'site', sleep: async () => {}, until: Infinity };
    const other = { ...filler, worker: 'other', now: () => new Date(aheadMs) };
    const seen: boolean[] = [];
    const beat = async () => void seen.push(await fillFields(['user email'], other));
    await store.records.write('site', [{ record: written, replaces: null }]);
    const one = { ...filler, worker: 'one', now: () => new Date(0), beat };
    const ended = await fillFields(['user email'], one);
    const { used, filling } = await store.lookupFields.get('site');
    const [ids] = await store.lookups.find('site', [{ ...email, value: 'a@x.org' }]);
    return { seen, ended, used, filling, ids };
  }
  const filled = { used: ['user email'], filling: {}, ids: ['a'] };

  it('do so one after the other', async () => {
    expect(await both(2_000)).toEqual({ ...filled, seen: [false], ended: true });
  });

  it('do no harm if the second believes that the first is dead', async () => {
    expect(await both(leaseMs + 1)).toEqual({ ...filled, seen: [true], ended: false });
  });
});

describe('a field that is filled in many deliveries', () => {
  const records = Array.from({ length: 40 }, (_, n) =>
    aRecord(n, { deleted: n % 5 === 0, fields: { email: `u${n}@x.org` } }),
  );

  /** Fills until the field is used. Each delivery dies at its `dies`th page of entries, or its time is over at the next one. */
  async function filledBy(dies: number, msOfPage: number) {
    const store = createMemoryStore();
    let [time, deliveries] = [0, 0];
    await store.records.write('site', records.map(asNew));
    for (let isUsed = false; !isUsed; deliveries += 1) {
      let pages = 0;
      const add: typeof store.lookups.add = async (...entries) => {
        time += msOfPage;
        if ((pages += 1) === dies) throw new Error('It died.');
        await store.lookups.add(...entries);
      };
      const filler = {
        siteId: 'site',
        worker: `w${deliveries}`,
        now: () => new Date(time),
        until: time + 50,
      };
      const dying = { ...store, lookups: { ...store.lookups, add } };
      const filling = fillFields(['user email'], { ...filler, store: dying, sleep: async () => {} });
      isUsed = await filling.catch(() => false);
      time += leaseMs;
      if (deliveries > 100) throw new Error('It does not get on.');
    }
    const keys = records.map(({ fields }) => ({ ...email, value: String(fields['email']) }));
    expect(await store.lookups.find('site', keys)).toEqual(records.map(({ id }) => [id]));
    return deliveries;
  }

  it('is used once each record has its entry, deleted ones too, wherever a delivery dies or its time is over', async () => {
    for (let dies = 4; dies < 20; dies += 1) expect(await filledBy(dies, 1)).toBeGreaterThan(1);
    expect(await filledBy(Infinity, 20)).toBeGreaterThan(5);
  });
});
