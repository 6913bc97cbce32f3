import { beforeEach, describe, expect, it } from 'vitest';
import { ImportBusyError } from '../import/lease.ts';
import { createMemoryStore } from '../store/memory.ts';
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
    time += writingMs;
    expect(await fill()).toBe(true);
    expect(() => writing.use(email)).toThrow(ImportBusyError);
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

it('two workers fill a field one after the other', async () => {
  const store = createMemoryStore();
  const now = () => new Date(0);
  const sleep = async () => {};
  const filler = { store, siteId: 'site', now, sleep, until: Infinity };
  const other = { ...filler, worker: 'other' };
  const seen: boolean[] = [];
  const beat = async () => void seen.push(await fillFields(['user email'], other));
  const record = { kind: 'user', id: 'a', version: 1, createdDate: '', updatedDate: '', deleted: false };
  const written = { ...record, writer: 'w', importId: null, fields: { email: 'a@x.org' } };
  await store.records.write('site', [{ record: written, replaces: null }]);
  expect(await fillFields(['user email'], { ...filler, worker: 'one', beat })).toBe(true);
  expect(seen).toEqual([false]);
  expect(await fillFields(['user email'], other)).toBe(true);
});
