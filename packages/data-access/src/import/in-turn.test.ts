import { randomOf } from '@sluice/demo/random';
import { beforeEach, describe, expect, it } from 'vitest';
import { delayedQueue } from '../testing/delayed-queue.ts';
import { startService, type Service, type Site } from '../testing/service.ts';
import { takingTurns } from '../testing/turns.ts';
import type { ImportMessage } from '../services.ts';
import { deferredSeconds, runInTurn, slotsOf } from './in-turn.ts';
import { leaseMs } from './lease.ts';
import { client } from '../testing/on-a-site.ts';

let service: Service;
let big: Site;
let small: Site;
beforeEach(async () => {
  service = startService();
  [big, small] = [await service.newSite(), await service.newSite()];
});

/** Each set is applied on its own, so this import takes as long as one with that many thousand records. */
const sets = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, n) => client([{ email: `${prefix}-${n}@x.org`, name: 'N' }]));

const queued = (site: Site, prefix: string, count: number) => service.queued(site, sets(prefix, count));

describe('a small import among 50 huge ones of another site', () => {
  /** Five workers share one queue. The store takes one call at a time, a tenth of a second each. */
  async function worked(slotsPerSite: number) {
    const queue = delayedQueue<ImportMessage>(service.services.now);
    const messages: ImportMessage[] = [];
    for (let n = 0; n < 50; n += 1) messages.push(await queued(big, `big${n}`, 10));
    messages.push(await queued(small, 'small', 1));
    for (const message of messages) await queue.send(message);
    const turns = takingTurns(randomOf(1).next);
    const { records, lookups, imports } = service.services.store;
    const store = {
      ...service.services.store,
      records: turns.over(records),
      lookups: turns.over(lookups),
      imports: turns.over(imports),
    };
    const ended: ImportMessage[] = [];
    const services = { ...service.services, store, queue, slotsPerSite };
    const idle = turns.over({ wait: async () => undefined });
    const worker = async (): Promise<void> => {
      while (ended.length < messages.length) {
        const message = queue.take();
        if (!message) {
          await idle.wait();
          continue;
        }
        await runInTurn(message, services);
        const item = await imports.get(message.siteId, message.importId);
        if (item?.state !== 'success') continue;
        ended.push(message);
      }
    };
    await turns.run(Array.from({ length: 5 }, worker), () => service.advance(100));
    const smallAt = ended.findIndex(({ siteId }) => siteId === small.siteId);
    return { smallAt, ended: ended.length, attempts: await attemptsOf(messages) };
  }

  async function attemptsOf(messages: readonly ImportMessage[]): Promise<Set<number>> {
    const attempts = new Set<number>();
    for (const { siteId, importId } of messages)
      attempts.add((await service.services.store.imports.get(siteId, importId))?.attempts ?? -1);
    return attempts;
  }

  it('waits only for those already running, and all of them end at the first attempt', async () => {
    const { smallAt, ended, attempts } = await worked(slotsOf(5));
    expect(smallAt).toBeLessThanOrEqual(4);
    expect(ended).toBe(51);
    expect(attempts).toEqual(new Set([0]));
  });

  it('waits behind nearly all of them when one site may have every worker', async () => {
    expect((await worked(50)).smallAt).toBeGreaterThan(40);
  });
});

describe('an import whose site has all of its slots taken', () => {
  const later = async () => {
    const queue = delayedQueue<ImportMessage>(service.services.now);
    const services = { ...service.services, queue, slotsPerSite: 1 };
    return { queue, services, message: await queued(big, 'late', 1) };
  };
  const take = (importId: string) => {
    const { store, now } = service.services;
    const until = new Date(now().getTime() + leaseMs).toISOString();
    return store.slots.take({ siteId: big.siteId, importId, slots: 1, until }, now());
  };

  it('comes again as a new message without counting an attempt, and a status request does not queue it again', async () => {
    const { queue, services, message } = await later();
    await take('other');
    service.advance(6 * 60_000 - leaseMs);
    await take('other');
    await runInTurn(message, services);
    expect(queue.take()).toBeUndefined();
    expect(await service.status(big, message.importId)).toMatchObject({ status: 'new', done: false });
    expect(service.messages).toEqual([]);
    service.advance(deferredSeconds * 1000);
    expect(queue.take()).toEqual(message);
    expect(await services.store.imports.get(message.siteId, message.importId)).toMatchObject({ attempts: 0 });
  });

  it('runs as soon as the lease of a dead import with the slot expires', async () => {
    const { services, message, queue } = await later();
    const other = await queued(big, 'dead', 1);
    const dying = { ...services.blobs, get: () => Promise.reject(new Error('dead')) };
    await expect(runInTurn(other, { ...services, blobs: dying })).rejects.toThrow('dead');
    await runInTurn(message, services);
    expect(queue.size()).toBe(1);
    service.advance(leaseMs);
    await runInTurn(message, services);
    expect(await services.store.imports.get(message.siteId, message.importId)).toMatchObject({
      state: 'success',
    });
    expect(queue.size()).toBe(1);
  });

  it('keeps its slot through a long import, and frees it at the end', async () => {
    const { services } = await later();
    const long = await queued(big, 'long', 3);
    const others: unknown[] = [];
    const { records } = services.store;
    const write: typeof records.write = async (siteId, writes) => {
      service.advance(leaseMs - 1);
      others.push(await take('other'));
      return records.write(siteId, writes);
    };
    await runInTurn(long, { ...services, store: { ...services.store, records: { ...records, write } } });
    expect(others).toEqual([undefined, undefined, undefined]);
    expect(await take('other')).toBeDefined();
  });
});
