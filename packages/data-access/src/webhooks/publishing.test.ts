import { describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { createMemoryBlobs } from '../testing/memory/memory-blobs.ts';
import { createMemoryStore } from '../testing/memory/memory.ts';
import { aRecord, asNew, at, aWebhook, changed } from '../testing/builders.ts';
import { Crash, dyingAt, losing } from '../testing/dying.ts';
import { eventsOf, startPublishing } from '../testing/publishing.ts';
import { createPublisher } from './publisher.ts';
import { publishingStore } from './publishing-store.ts';

const siteId = 'site';

/** A store whose writes are published, over ports that may die; ports that live finish the rest. */
async function started({ dieAt = Infinity, webhooks = [aWebhook()] } = {}) {
  let time = Date.parse(at(0));
  let ids = 0;
  const now = () => new Date(time);
  const calm = { store: createMemoryStore(), blobs: createMemoryBlobs(), now };
  for (const webhook of webhooks) await calm.store.webhooks.create(webhook);
  const publishing = startPublishing(calm);
  const dying = dyingAt(dieAt);
  const store: Store = {
    ...calm.store,
    records: dying.over(calm.store.records),
    webhooks: dying.over(calm.store.webhooks),
  };
  const queue = dying.over(publishing.changes);
  const publisher = createPublisher({ store, blobs: dying.over(calm.blobs), queue, now });
  const newId = () => `set ${(ids += 1)}`;
  return {
    records: publishingStore({ store, publisher, now, newId }).records,
    calm,
    publishing,
    calls: dying.calls,
    advance: (seconds: number) => {
      time += seconds * 1000;
    },
    received: () => eventsOf(publishing.received, 'secret'),
  };
}

const ada = aRecord(1, { fields: { name: 'Ada', email: 'a@x.org' } });
const renamed = changed(ada, { fields: { name: 'Ada L.', email: 'a@x.org' }, updatedDate: at(5) });

describe('what a request writes', () => {
  it('is published at once: created, updated with what changed, deleted', async () => {
    const { records, publishing, received } = await started();
    await records.write(siteId, [asNew(ada)]);
    await publishing.work();
    await records.writeTogether(siteId, [renamed]);
    await publishing.work();
    await records.write(siteId, [changed(renamed.record, { deleted: true })]);
    await publishing.work();
    const document = { schema: 'user', docId: ada.id };
    expect(received()).toEqual([
      { ...document, action: 'create', docUpdatedDate: ada.updatedDate },
      { ...document, action: 'update', docUpdatedDate: at(5), diff: { name: 'Ada L.' } },
      { ...document, action: 'delete', docUpdatedDate: at(5) },
    ]);
  });

  it('is published as an operation returns it: a cleared field is null', async () => {
    const { records, publishing, received } = await started();
    await records.write(siteId, [asNew(ada)]);
    await records.write(siteId, [changed(ada, { fields: { name: 'Ada' } })]);
    await publishing.work();
    expect(received()[1]).toMatchObject({ diff: { email: null } });
  });

  it('is published once, though its message comes twice: at once and a minute later (invariant 7)', async () => {
    const { records, publishing, advance } = await started();
    await records.write(siteId, [asNew(ada)]);
    await publishing.work();
    advance(3600);
    await publishing.work();
    expect(publishing.changes.size() + publishing.deliveries.size()).toBe(0);
    expect(publishing.received).toHaveLength(1);
  });

  it('is not published when another request wrote first', async () => {
    const { records, calm, publishing, advance } = await started();
    await calm.store.records.write(siteId, [asNew(ada)]);
    const other = asNew({ ...ada, writer: 'another' });
    expect(await records.write(siteId, [other])).toEqual(['conflict']);
    advance(3600);
    await publishing.work();
    expect(publishing.received).toEqual([]);
  });

  it('is published also if the request that writes it comes when nobody waits for it any more (invariant 18)', async () => {
    const { records, calm, publishing, advance, received } = await started();
    const late = losing(calm.store.records);
    await expect(records.write(siteId, [asNew(ada)])).rejects.toThrow('ETIMEDOUT');
    advance(60);
    await publishing.work();
    expect(received()).toEqual([]);
    advance(240);
    await late.arrive();
    advance(11 * 60);
    await publishing.work();
    expect(received()).toMatchObject([{ action: 'create', docId: ada.id }]);
    advance(3600);
    await publishing.work();
    expect(publishing.received).toHaveLength(1);
    expect(publishing.changes.size()).toBe(0);
  });

  it('is published with the current values when it was overwritten in between', async () => {
    const { records, calm, publishing, received } = await started();
    await calm.store.records.write(siteId, [asNew(ada)]);
    await records.write(siteId, [renamed]);
    const fields = { name: 'Countess', email: 'b@x.org' };
    await calm.store.records.write(siteId, [changed(renamed.record, { fields, updatedDate: at(9) })]);
    await publishing.work();
    expect(received()).toMatchObject([
      { action: 'update', docUpdatedDate: at(9), diff: { name: 'Countess' } },
    ]);
  });

  it('is published as it is now: no deletion of a record that lives, and nothing else of one that is deleted', async () => {
    const { records, calm, publishing, advance, received } = await started();
    const work = async () => {
      advance(3600);
      await publishing.work();
    };
    await calm.store.records.write(siteId, [asNew(ada)]);
    await calm.store.records.write(siteId, [renamed]);
    // It loses to the others, who then change the record again.
    const deletion = changed(ada, { deleted: true });
    expect(
      await records.write(siteId, [{ ...deletion, record: { ...deletion.record, writer: 'late' } }]),
    ).toEqual(['conflict']);
    const back = changed(renamed.record, { fields: { name: 'Ada' }, updatedDate: at(9) });
    await calm.store.records.write(siteId, [back]);
    await work();
    expect(received()).toEqual([]);
    const again = changed(back.record, { fields: { name: 'A' }, updatedDate: at(10) });
    await records.write(siteId, [again]);
    const gone = changed(again.record, { deleted: true, updatedDate: at(11) });
    await calm.store.records.write(siteId, [gone]);
    await work();
    expect(new Set(received().map(({ action }) => action))).toEqual(new Set(['delete']));
  });

  it('is published if and only if it was written, wherever its process dies (invariant 18)', async () => {
    const whole = await started();
    await whole.records.writeTogether(siteId, [asNew(ada)]);
    expect(whole.calls()).toBeGreaterThan(4);
    for (let dieAt = 1; dieAt <= whole.calls(); dieAt += 1) {
      for (const mode of ['before', 'after'] as const) {
        const { records, calm, publishing, advance, received } = await started({
          dieAt: mode === 'before' ? dieAt : -dieAt,
        });
        await records.writeTogether(siteId, [asNew(ada)]).catch((error: unknown) => {
          expect(error).toBeInstanceOf(Crash);
        });
        advance(60);
        await publishing.work();
        const isWritten = (await calm.store.records.get(siteId, ada)) !== undefined;
        expect(
          received().map(({ docId }) => docId),
          `${mode} call ${dieAt}`,
        ).toEqual(isWritten ? [ada.id] : []);
      }
    }
  });
});

describe('a site without subscriptions', () => {
  it('reads its webhooks only once in ten seconds', async () => {
    const disabled = aWebhook({ enabled: false });
    const others = aWebhook({ webhookId: 'roles', models: [{ model: 'role', fields: null }] });
    const { records, calls, publishing, advance } = await started({ webhooks: [disabled, others] });
    for (let n = 1; n <= 20; n += 1) await records.write(siteId, [asNew(aRecord(n))]);
    expect(calls()).toBe(20 + 1);
    advance(10);
    await records.write(siteId, [asNew(aRecord(99))]);
    expect(calls()).toBe(21 + 2);
    expect(publishing.changes.size()).toBe(0);
  });
});
