import { LedgerError, runIdOf, type InboxPlace } from '@sluice/ledger';
import { createMemoryLedger } from '@sluice/ledger/testing';
import { describe, expect, it } from 'vitest';
import type { ArrivalMessage } from '../read/arrivals.ts';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryQueue } from '../testing/memory-ports.ts';
import { announceDrops, pagesPerSweep, type InboxPage, type InboxVersion } from './announce-drops.ts';

captureLog();
const [minute, day] = [60_000, 24 * 60 * 60_000];

interface Kept {
  readonly landedAt?: Date;
  readonly inParts?: boolean;
}

/** An inbox of many versions, of which only some are there as objects. */
function setUp({ kept = 0, pageSize = 1000 } = {}) {
  let time = Date.parse('2026-03-01T08:00:00.000Z');
  const now = () => new Date(time);
  const memory = createMemoryLedger({ now });
  const requests = { pages: 0, ledger: 0, sent: 0 };
  const counted = (name: string) => {
    const inner = Reflect.get(memory, name);
    return (...args: unknown[]) => ((requests.ledger += 1), inner(...args));
  };
  const ledger = {
    run: counted('run') as typeof memory.run,
    inboxCursor: counted('inboxCursor') as typeof memory.inboxCursor,
    keepInboxCursor: counted('keepInboxCursor') as typeof memory.keepInboxCursor,
  };
  const special = new Map<number, Kept>();
  const long = new Date(time - 100 * day);
  const versionAt = (at: number): InboxVersion => ({
    bucket: 'drops',
    key: `inbox/client/email/${String(at).padStart(9, '0')}.csv`,
    versionId: `v${at}`,
    bytes: 9,
    droppedBy: 'me',
    landedAt: special.get(at)?.landedAt ?? long,
    inParts: special.get(at)?.inParts ?? false,
  });
  const listed: number[] = [];
  const inbox = {
    page: async (after?: InboxPlace): Promise<InboxPage> => {
      requests.pages += 1;
      const from = after === undefined ? 0 : Number(after.versionId?.slice(1)) + 1;
      const end = Math.min(from + pageSize, kept);
      const ats = Array.from({ length: end - from }, (_, index) => from + index);
      listed.push(...ats);
      const versions = ats.map(versionAt);
      return { versions, ...(end < kept && { next: { key: 'k', versionId: `v${end - 1}` } }) };
    },
  };
  const queue = createMemoryQueue<ArrivalMessage>();
  const arrivals = { send: (messages: ArrivalMessage[]) => ((requests.sent += 1), queue.send(messages)) };
  const services = { ledger, inbox, arrivals, now };
  /** One sweep, and how many requests it made. */
  const sweep = async (more: Partial<typeof services> = {}) => {
    Object.assign(requests, { pages: 0, ledger: 0, sent: 0 });
    const tally = await announceDrops(time + 4 * minute, { ...services, ...more });
    return { ...tally, ...requests };
  };
  const land = (at: number, more: Kept = {}) => void special.set(at, { landedAt: now(), ...more });
  const begin = async (at: number) => {
    const { landedAt: _landedAt, inParts: _inParts, ...drop } = versionAt(at);
    const facts = { ...drop, runId: runIdOf(drop), fileName: 'x', target: 'https://s.test', emails: [] };
    await memory.beginRun(facts);
  };
  const pass = (ms: number) => (time += ms);
  return { sweep, land, begin, pass, listed, services, ledger, versionAt };
}

describe('what the sweep costs', () => {
  it.each([36_500, 365_000, 3_650_000])(
    'is at most 50 pages and two requests to the ledger with %i kept versions, each listed once in a pass',
    async (kept) => {
      const { sweep, pass, listed } = setUp({ kept });
      const sweeps = Math.ceil(kept / (1000 * pagesPerSweep));
      for (let n = 0; n < sweeps; n += 1) {
        const { pages, ledger, sent } = await sweep();
        expect(pages).toBeLessThanOrEqual(50);
        expect({ ledger, sent }).toEqual({ ledger: 2, sent: 0 });
        pass(15 * minute);
      }
      expect(listed.length).toBe(kept);
      expect(listed.every((at, index) => at === index)).toBe(true);
      // 3,650,000 versions take 73 sweeps: 18 hours and a quarter.
      expect(sweeps * 15 * minute).toBeLessThan(day);
    },
  );

  it('follows the drops of the last hours, not those of days', async () => {
    const { sweep, land, begin, pass } = setUp({ kept: 2000 });
    await sweep();
    for (let at = 0; at < 2000; at += 1) {
      if (at % 25 === 0) pass(15 * minute);
      land(at);
      await begin(at);
      if (at % 25 === 0) await sweep();
    }
    pass(15 * minute);
    // A hundred drops an hour, and each is checked until it is an hour old.
    expect((await sweep()).ledger).toBeLessThan(170);
    pass(90 * minute);
    await sweep();
    pass(15 * minute);
    expect((await sweep()).ledger).toBe(2);
  });
});

describe('a drop whose event was lost', () => {
  /** Sweeps until a whole pass began and ended. */
  const twoPasses = 2 * 4;

  it('is found wherever the pass is, also behind it and after a long outage (invariant 8)', async () => {
    for (const at of [0, 99_999, 100_000, 199_999])
      for (const outage of [0, 10 * day]) {
        const { sweep, land, pass } = setUp({ kept: 200_000 });
        await sweep();
        await sweep();
        pass(minute);
        land(at);
        pass(minute + outage);
        let found = 0;
        for (let n = 0; n < twoPasses; n += 1) {
          found += (await sweep()).done;
          pass(15 * minute);
        }
        expect({ at, found: found > 0 }).toEqual({ at, found: true });
      }
  });

  it.each([
    [
      'the ledger fails',
      (services: ReturnType<typeof setUp>['services']) => ({
        ledger: { ...services.ledger, run: () => Promise.reject(new LedgerError('busy', 'busy')) },
      }),
    ],
    ['the queue fails', () => ({ arrivals: { send: () => Promise.reject(new Error('throttled')) } })],
    ['the listing fails', () => ({ inbox: { page: () => Promise.reject(new Error('SlowDown')) } })],
  ])('is found in the next pass if %s (invariant 8)', async (_title, broken) => {
    const { sweep, land, pass, services } = setUp({ kept: 3 });
    await sweep();
    land(1);
    pass(2 * 60 * minute);
    await sweep(broken(services)).catch(() => undefined);
    pass(3 * day);
    await sweep(broken(services)).catch(() => undefined);
    pass(15 * minute);
    expect(await sweep()).toMatchObject({ done: 1, left: 0 });
  });

  it('is found when its upload took days, since S3 dates it by its beginning (invariant 8)', async () => {
    const { sweep, land, pass, services } = setUp({ kept: 3 });
    const began = services.now();
    for (let n = 0; n < 6 * 24; n += 1) {
      await sweep();
      pass(60 * minute);
    }
    land(1, { landedAt: began, inParts: true });
    expect(await sweep()).toMatchObject({ done: 1 });
  });
});

it('a run that cannot be read does not make later passes check more', async () => {
  const { sweep, land, pass, services } = setUp({ kept: 3 });
  await sweep();
  land(1);
  pass(2 * minute);
  const run = () => Promise.reject(new LedgerError('item_unreadable', 'another version wrote it'));
  const unreadable = { ledger: { ...services.ledger, run } };
  expect(await sweep(unreadable)).toMatchObject({ done: 0, left: 0 });
  pass(2 * 60 * minute);
  await sweep(unreadable);
  pass(15 * minute);
  expect((await sweep()).ledger).toBe(2);
});

it('stops in time, and the next sweep continues there', async () => {
  const { sweep, listed, pass, services } = setUp({ kept: 20_000 });
  const page = async (after?: InboxPlace) => {
    pass(minute);
    return services.inbox.page(after);
  };
  expect(await sweep({ inbox: { page } })).toMatchObject({ pages: 4, left: 1 });
  expect(await sweep()).toMatchObject({ pages: 16, left: 0 });
  expect(listed.at(4000)).toBe(4000);
});
