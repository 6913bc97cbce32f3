import { describe, expect, it } from 'vitest';
import { Crash } from '../../testing/dying.ts';
import { runImport } from '../run-import.ts';
import { startService } from '../../testing/service.ts';
import { set } from '../../testing/on-a-site.ts';

async function madeList() {
  const service = startService();
  const site = await service.newSite();
  const { siteId } = site;
  const { importId } = await service.importAll(site, [set('list', 'name', [{ name: 'Counties' }])]);
  service.advance(60_000);
  await service.control('revertImport', { siteId, importId });
  const [message] = service.messages.splice(0);
  const { store } = service.services;
  type Write = typeof store.records.write;
  /** Undoes the import with another way to write. */
  const undo = (write: Write = store.records.write) =>
    runImport(message!, { ...service.services, store: { ...store, records: { ...store.records, write } } });
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
  return { service, write: store.records.write, undo, addItem, report };
}

describe('a list whose creation is undone', () => {
  it('stays if it has just got an item', async () => {
    const { write, undo, addItem, report } = await madeList();
    const added: boolean[] = [];
    await undo(async (...args) => {
      // Between the look for items and the write, a client adds one.
      if (added.length === 0) added.push(await addItem());
      return write(...args);
    });
    expect(added).toEqual([true]);
    expect(await report()).toEqual([['kept', 'list_in_use']]);
    expect(await addItem()).toBe(true);
  });

  it('is put back by the next worker if the first died after it had deleted it', async () => {
    const { service, write, undo, addItem, report } = await madeList();
    const dying = undo(async (...args) => {
      await addItem();
      await write(...args);
      throw new Crash();
    });
    await expect(dying).rejects.toThrow(Crash);
    expect(await addItem()).toBe(false);
    service.advance(60_000);
    await undo();
    expect(await report()).toEqual([['kept', 'list_in_use']]);
    expect(await addItem()).toBe(true);
  });

  it('stays if the request that deletes it is applied only after it got an item (invariant 23)', async () => {
    const { service, write, undo, addItem, report } = await madeList();
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const dead = undo(async (...args) => {
      reached.resolve();
      await gate.promise;
      await write(...args);
      throw new Crash();
    });
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
