import { describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { createMemoryBlobs } from '../store/blobs.ts';
import { createMemoryStore } from '../store/memory.ts';
import { aRecord, asNew, at, aWebhook, changed } from '../testing/builders.ts';
import { Crash } from '../testing/crash.ts';
import { dyingAt } from '../testing/dying.ts';
import { eventsOf, startTelling } from '../testing/telling.ts';
import { createAnnouncer } from './announcer.ts';
import { announcingStore } from './announcing-store.ts';

const siteId = 'site';

/** A store whose writes are told, over ports that may die; what is left is worked on by those that do not. */
async function started({ dieAt = Infinity, webhooks = [aWebhook()] } = {}) {
  let time = Date.parse(at(0));
  let ids = 0;
  const now = () => new Date(time);
  const calm = { store: createMemoryStore(), blobs: createMemoryBlobs(), now };
  for (const webhook of webhooks) await calm.store.webhooks.create(webhook);
  const telling = startTelling(calm);
  const dying = dyingAt(dieAt);
  const store: Store = {
    ...calm.store,
    records: dying.over(calm.store.records),
    webhooks: dying.over(calm.store.webhooks),
  };
  const queue = dying.over(telling.changes);
  const announcer = createAnnouncer({ store, blobs: dying.over(calm.blobs), queue, now });
  const newId = () => `set ${(ids += 1)}`;
  return {
    records: announcingStore({ store, announcer, now, newId }).records,
    calm,
    telling,
    calls: dying.calls,
    advance: (seconds: number) => {
      time += seconds * 1000;
    },
    told: () => eventsOf(telling.received, 'secret'),
  };
}

const ada = aRecord(1, { fields: { name: 'Ada', email: 'a@x.org' } });
const renamed = changed(ada, { fields: { name: 'Ada L.', email: 'a@x.org' }, updatedDate: at(5) });

describe('what a request writes', () => {
  it('is told at once: created, updated with what changed, deleted', async () => {
    const { records, telling, told } = await started();
    await records.write(siteId, [asNew(ada)]);
    await telling.work();
    await records.writeTogether(siteId, [renamed]);
    await telling.work();
    await records.write(siteId, [changed(renamed.record, { deleted: true })]);
    await telling.work();
    const document = { schema: 'user', docId: ada.id };
    expect(told()).toEqual([
      { ...document, action: 'create', docUpdatedDate: ada.updatedDate },
      { ...document, action: 'update', docUpdatedDate: at(5), diff: { name: 'Ada L.' } },
      { ...document, action: 'delete', docUpdatedDate: at(5) },
    ]);
  });

  it('is told as an operation would answer it: what was cleared is null', async () => {
    const { records, telling, told } = await started();
    await records.write(siteId, [asNew(ada)]);
    await records.write(siteId, [changed(ada, { fields: { name: 'Ada' } })]);
    await telling.work();
    expect(told()[1]).toMatchObject({ diff: { email: null } });
  });

  it('is told once, though its message comes twice: at once and a minute later (invariant 7)', async () => {
    const { records, telling, advance } = await started();
    await records.write(siteId, [asNew(ada)]);
    await telling.work();
    advance(3600);
    await telling.work();
    expect(telling.changes.size() + telling.deliveries.size()).toBe(0);
    expect(telling.received).toHaveLength(1);
  });

  it('is not told when somebody else wrote first', async () => {
    const { records, calm, telling, advance } = await started();
    await calm.store.records.write(siteId, [asNew(ada)]);
    const other = asNew({ ...ada, writer: 'another' });
    expect(await records.write(siteId, [other])).toEqual(['conflict']);
    advance(3600);
    await telling.work();
    expect(telling.received).toEqual([]);
  });

  it('is told with the present values when it was written over before anybody looked', async () => {
    const { records, calm, telling, told } = await started();
    await calm.store.records.write(siteId, [asNew(ada)]);
    await records.write(siteId, [renamed]);
    const fields = { name: 'Countess', email: 'b@x.org' };
    await calm.store.records.write(siteId, [changed(renamed.record, { fields, updatedDate: at(9) })]);
    await telling.work();
    expect(told()).toMatchObject([{ action: 'update', docUpdatedDate: at(9), diff: { name: 'Countess' } }]);
  });

  it('is told wherever its process dies, if it was written, and not if it was not (invariant 18)', async () => {
    const whole = await started();
    await whole.records.writeTogether(siteId, [asNew(ada)]);
    expect(whole.calls()).toBeGreaterThan(4);
    for (let dieAt = 1; dieAt <= whole.calls(); dieAt += 1) {
      for (const mode of ['before', 'after'] as const) {
        const { records, calm, telling, advance, told } = await started({
          dieAt: mode === 'before' ? dieAt : -dieAt,
        });
        await records.writeTogether(siteId, [asNew(ada)]).catch((error: unknown) => {
          expect(error).toBeInstanceOf(Crash);
        });
        advance(60);
        await telling.work();
        const isWritten = (await calm.store.records.get(siteId, ada)) !== undefined;
        expect(
          told().map(({ docId }) => docId),
          `${mode} call ${dieAt}`,
        ).toEqual(isWritten ? [ada.id] : []);
      }
    }
  });
});

describe('a site that nobody listens to', () => {
  it('makes no call but one look at its webhooks in ten seconds', async () => {
    const disabled = aWebhook({ enabled: false });
    const others = aWebhook({ webhookId: 'roles', models: [{ model: 'role', fields: null }] });
    const { records, calls, telling, advance } = await started({ webhooks: [disabled, others] });
    for (let n = 1; n <= 20; n += 1) await records.write(siteId, [asNew(aRecord(n))]);
    expect(calls()).toBe(20 + 1);
    advance(10);
    await records.write(siteId, [asNew(aRecord(99))]);
    expect(calls()).toBe(21 + 2);
    expect(telling.changes.size()).toBe(0);
  });
});
