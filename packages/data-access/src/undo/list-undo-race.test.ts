import { describe, expect, it } from 'vitest';
import { aWebhook } from '../testing/builders.ts';
import { Crash } from '../testing/dying.ts';
import { runImport } from '../engine/run-import.ts';
import { startService } from '../testing/service.ts';
import { set } from '../testing/on-a-site.ts';

async function madeList() {
  const service = startService();
  const site = await service.newSite();
  const { siteId } = site;
  const { importId } = await service.importAll(site, [set('list', 'name', [{ name: 'Counties' }])]);
  service.advance(60_000);
  await service.control('revertImport', { siteId, importId });
  const [message] = service.messages.splice(0);
  const { store } = service.services;
  /** Undoes the import with another way to write. */
  const undo = (records: Partial<typeof store.records> = {}) =>
    runImport(message!, {
      ...service.services,
      store: { ...store, records: { ...store.records, ...records } },
    });
  const addItem = async () =>
    (await service.call('createListItems', site, { listId: 'Counties', items: [{ title: 'Kent' }] })).ok;
  const report = async () => {
    const outcomes = ['reversed', 'kept', 'failed'];
    const { body } = await service.control('getRevert', { siteId, importId, outcomes });
    return (body['items'] as { outcome: string; code?: string }[]).map(({ outcome, code }) => [
      outcome,
      code,
    ]);
  };
  await store.webhooks.create(aWebhook({ siteId, models: [{ model: 'list', fields: null }] }));
  const events = async () => (await service.publishedEvents()).map(({ action, diff }) => [action, diff]);
  return { service, site, port: store.records, undo, addItem, report, events };
}

describe('a list whose creation is undone', () => {
  it('stays if it has just got an item', async () => {
    const { port, undo, addItem, report, events } = await madeList();
    const added: boolean[] = [];
    const write: typeof port.write = async (...args) => {
      // Between the look for items and the write, a client adds one.
      if (added.length === 0) added.push(await addItem());
      return port.write(...args);
    };
    await undo({ write });
    expect(added).toEqual([true]);
    expect(await report()).toEqual([['kept', 'list_in_use']]);
    expect(await addItem()).toBe(true);
    expect(await events()).toEqual([['update', { name: 'Counties' }]]);
  });

  it('is put back by the next worker if the first died after it had deleted it, and kept by one after it (invariants 17 and 18)', async () => {
    const { service, port, undo, addItem, report, events } = await madeList();
    const write: typeof port.write = async (...args) => {
      await addItem();
      await port.write(...args);
      throw new Crash();
    };
    await expect(undo({ write })).rejects.toThrow(Crash);
    expect(await addItem()).toBe(false);
    service.advance(60_000);
    const writeTogether: typeof port.writeTogether = async (...args) => {
      await port.writeTogether(...args);
      throw new Crash();
    };
    await expect(undo({ writeTogether })).rejects.toThrow(Crash);
    service.advance(60_000);
    await undo();
    expect(await report()).toEqual([['kept', 'list_in_use']]);
    expect(await addItem()).toBe(true);
    expect(await events()).toEqual([['update', { name: 'Counties' }]]);
  });

  it('is told of if another takes its name while it is deleted (invariant 18)', async () => {
    const { service, site, port, undo, addItem, report, events } = await madeList();
    const write: typeof port.write = async (...args) => {
      await addItem();
      const outcomes = await port.write(...args);
      await service.importAll(site, [set('list', 'name', [{ name: 'Counties' }])]);
      return outcomes;
    };
    await undo({ write });
    expect(await report()).toEqual([['failed', 'value_taken']]);
    expect((await events()).map(([action]) => action)).toEqual(['create', 'delete']);
  });

  it('stays if the request that deletes it is applied only after it got an item (invariant 23)', async () => {
    const { service, port, undo, addItem, report } = await madeList();
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const write: typeof port.write = async (...args) => {
      reached.resolve();
      await gate.promise;
      await port.write(...args);
      throw new Crash();
    };
    const dead = undo({ write });
    await reached.promise;
    expect(await addItem()).toBe(true);
    service.advance(60_000);
    await undo();
    gate.resolve();
    await expect(dead).rejects.toThrow(Crash);
    expect(await report()).toEqual([['kept', 'list_in_use']]);
    expect(await addItem()).toBe(true);
  });
});
