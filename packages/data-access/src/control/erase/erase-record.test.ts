import { recordNamed } from '@sluice/aws-kit/erasure';
import { overtakenAt } from '@sluice/aws-kit/erasure/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { runImport } from '../../engine/run-import.ts';
import { Crash } from '../../testing/dying.ts';
import { ana, bob, clients, erasing, receipt } from '../../testing/erasing.ts';

const { world, begin, imported, erase, kept, entriesBy, namesNow } = erasing();

describe('erasing a record from the service', () => {
  beforeEach(async () => {
    await world.service.control('createWebhook', {
      siteId: world.site.siteId,
      url: 'https://hooks.example.com/',
      models: [{ model: 'user' }],
    });
  });

  const hers = /ana@example|Ana Pop|07 1|Anna/u;

  it('leaves her record and those of others, and an undo restores what is left', async () => {
    await imported(ana, bob);
    const changing = await imported({ ...ana, name: 'Anna' }, { ...bob, name: 'Bobby' });
    await world.service.importAll(world.site, clients({ email: 'ana@example.com', cellPhone: 'nobody' }), {
      dryRun: true,
    });
    await world.service.publishing.work();
    expect(await kept()).toMatch(hers);

    expect((await erase({ dryRun: true })).objects).toBeGreaterThan(6);
    expect(await kept()).toMatch(hers);
    expect((await erase()).objects).toBeGreaterThan(6);
    expect(await kept()).not.toMatch(hers);
    expect(await kept()).toContain('bob@example.com');
    expect(await erase()).toEqual({ objects: 0, busy: [] });
    expect(await namesNow()).toEqual(['Anna', 'Bobby']);

    await world.service.control('revertImport', { siteId: world.site.siteId, importId: changing });
    await world.service.drain();
    const { body } = await world.service.control('getRevert', {
      siteId: world.site.siteId,
      importId: changing,
    });
    expect(body).toMatchObject({
      revert: { status: 'reverted', counts: { reversed: 1, kept: 0, failed: 1 } },
      items: [{ outcome: 'failed', code: 'values_not_kept' }],
    });
    expect(await namesNow()).toEqual(['Anna', 'Bob']);
  });

  it('also empties her record once it is deleted, and images that have another address of hers', async () => {
    await imported(ana, bob);
    const { body } = await world.service.call('getUsers', world.site, { q: 'ana@example.com' });
    const [{ id }] = body['items'] as [{ id: string }];
    const byId = (fields: object) => [{ schema: 'client', lookup: 'id', records: [{ id, ...fields }] }];
    await world.service.importAll(world.site, byId({ email: 'pop@example.org' }));
    await world.service.importAll(world.site, byId({ cellPhone: '07 1 9' }));
    await world.service.importAll(world.site, byId({ deleted: true }));
    await erase();
    expect(await kept()).not.toMatch(/ana@example|Ana Pop|pop@example|07 1/u);
    const record = await world.service.services.store.records.get(world.site.siteId, { kind: 'user', id });
    expect(record).toMatchObject({ deleted: true, fields: {} });
    // Listings have deleted records too.
    expect(await namesNow()).toEqual(['Bob', null]);
  });

  it('leaves who changed her record by a call, and none of her values; the history shows that they are gone', async () => {
    await imported(ana);
    const { body } = await world.service.call('getUsers', world.site, { q: 'ana@example.com' });
    const [{ id }] = body['items'] as [{ id: string }];
    await world.service.call('saveUsers', world.site, { users: [{ id, name: 'Anna' }] });
    expect(await kept()).toMatch(hers);
    await imported({ ...ana, deleted: true });
    await erase();
    expect(await kept()).not.toMatch(hers);
    const query = { siteId: world.site.siteId, schema: 'client', record: id };
    const history = await world.service.control('recordHistory', query);
    const items = history.body['items'] as { operation: string; changes?: object }[];
    expect(items.map(({ operation }) => operation)).toEqual(['eraseRecord', 'import']);
    expect(items.map(({ changes }) => changes)).toEqual([undefined, undefined]);
  });

  it('leaves an import that has not ended, and names it', async () => {
    const { importId } = await world.service.queued(world.site, clients(ana));
    expect(await erase()).toEqual({ objects: 0, busy: [importId] });
    expect(await kept()).toMatch(hers);
  });

  it('lets no import write a row again that it wrote before others did (invariant 23)', async () => {
    const message = await world.service.queued(world.site, clients(ana, bob));
    const { store } = world.service.services;
    const write: typeof store.records.write = async (...args) => {
      await store.records.write(...args);
      throw new Crash();
    };
    const dying = { ...store, records: { ...store.records, write } };
    await expect(runImport(message, { ...world.service.services, store: dying })).rejects.toThrow(Crash);
    await imported({ ...ana, name: 'Anna' }, { ...bob, name: 'Bobby' });
    expect((await erase()).busy).toEqual([message.importId]);
    world.service.advance(60_000);
    await runImport(message, world.service.services);
    expect(await namesNow()).toEqual(['Anna', 'Bobby']);
    world.service.advance(10 * 60_000);
    expect((await erase()).busy).toEqual([]);
    expect(await kept()).not.toMatch(hers);
  });

  it('leaves an import for ten minutes that was taken from a worker, who may still store what it has read', async () => {
    const message = await world.service.queued(world.site, clients(ana));
    const { blobs } = world.service.services;
    const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const put: typeof blobs.put = async (...args) => {
      reached.resolve();
      await gate.promise;
      return blobs.put(...args);
    };
    const stray = runImport(message, { ...world.service.services, blobs: { ...blobs, put } });
    await reached.promise;
    world.service.advance(60_000);
    await runImport(message, world.service.services);
    expect(await erase()).toEqual({ objects: 0, busy: [message.importId] });
    gate.resolve();
    await expect(stray).rejects.toThrow('was taken over');
    world.service.advance(10 * 60_000);
    expect((await erase()).busy).toEqual([]);
    expect(await kept()).not.toMatch(hers);
  });

  it('loses her from the name and the refusals of an import', async () => {
    const { importId } = await world.service.importAll(world.site, clients(ana), {
      filename: 'ana@example.com.csv',
    });
    const item = (await world.service.services.store.imports.get(world.site.siteId, importId))!;
    const errorMessage = 'record 1: not ana@example.com\nrecord 2: stays';
    await world.service.services.store.imports.update({ ...item, version: item.version + 1, errorMessage });
    await erase();
    const now = await world.service.services.store.imports.get(world.site.siteId, importId);
    expect(now).toMatchObject({ filename: null, errorMessage: '(erased)\nrecord 2: stays' });
  });

  it('loses her from the addresses that were notified, and from the errors of an import that was undone', async () => {
    const emails = ['bob@example.com', 'Ana@Example.com'];
    const input = {
      recordSets: clients(bob),
      successNotificationEmails: emails,
      failureNotificationEmails: emails,
    };
    await world.service.call('import', world.site, input);
    const [message] = world.service.messages;
    const { importId } = message!;
    expect(await erase()).toEqual({ objects: 0, busy: [importId] });
    await world.service.drain();
    const { imports } = world.service.services.store;
    await world.service.control('revertImport', { siteId: world.site.siteId, importId });
    await world.service.drain();
    const item = (await imports.get(world.site.siteId, importId))!;
    const revert = { ...item.revert!, errorMessage: 'record 1: not ana@example.com' };
    await imports.update({ ...item, version: item.version + 1, revert });
    expect((await erase()).busy).toEqual([]);
    const now = await imports.get(world.site.siteId, importId);
    expect(now).toMatchObject({ successEmails: ['bob@example.com'], failureEmails: ['bob@example.com'] });
    expect(JSON.stringify(now)).not.toMatch(/ana@/iu);
    expect(await erase()).toEqual({ objects: 0, busy: [] });
  });

  it('erases two records at once, whoever is overtaken where, and the preview is still that of the import', async () => {
    const both = /ana@example|bob@example|Ana Pop|Bob/u;
    let isOtherBusy = false;
    for (let at = 1, isReached = true; isReached; at += 1) {
      await begin();
      const eve = { email: 'eve@example.com', name: 'Eve' };
      await imported(ana, bob, eve);
      const renamed = [ana, bob, eve].map((one) => ({ ...one, name: `${one.name} II` }));
      const importId = await imported(...renamed);
      const { erasable } = world.service.services;
      isReached = false;
      const others = async () => {
        isReached = true;
        Object.assign(world.service.services, { erasable });
        isOtherBusy = (await erase({ record: 'bob@example.com' })).busy.length > 0;
      };
      Object.assign(world.service.services, { erasable: overtakenAt(at, erasable!, others) });
      const { busy } = await erase();
      Object.assign(world.service.services, { erasable });
      if (!isReached) continue;
      // Whoever is told that an import is busy asks again.
      if (busy.length > 0) await erase();
      if (isOtherBusy) await erase({ record: 'bob@example.com' });
      expect(await kept(), `at call ${at}`).not.toMatch(both);
      expect(await kept()).toContain('eve@example.com');
      expect(await world.service.status(world.site, importId), `at call ${at}`).toMatchObject({
        preview: { counts: { updated: 3 } },
      });
    }
  });

  it('names an import that another request changed meanwhile, and claims nothing', async () => {
    const { importId } = await world.service.importAll(world.site, clients(bob), {
      filename: 'ana@example.com.csv',
    });
    const { imports } = world.service.services.store;
    const { update } = imports;
    Object.assign(imports, { update: async () => false });
    expect(await erase()).toEqual({ objects: 0, busy: [importId] });
    Object.assign(imports, { update });
    expect(await erase()).toEqual({ objects: 1, busy: [] });
  });

  it('is in the audit log by a hash, and never by her address', async () => {
    await imported(ana);
    await erase();
    const { body } = await world.service.control('listAuditEvents', {});
    const text = JSON.stringify(body);
    expect(text).toContain(recordNamed(ana.email, receipt).commitment);
    expect(text).not.toMatch(/ana@example/iu);
    expect(text).not.toContain(receipt);
  });

  it('finds her by a value that no import looks up by, and still after the record has lost it', async () => {
    await imported(ana, bob, ...Array.from({ length: 40 }, (_, n) => ({ email: `u${n}@x.org`, name: 'U' })));
    await world.service.importAll(world.site, clients({ email: ana.email, deleted: true }));
    const { now } = world.service.services;
    let ticks = 0;
    Object.assign(world.service.services, { now: () => new Date(now().getTime() + 6_000 * (ticks += 1)) });
    await erase({ record: 'Ana Pop' });
    expect(await kept()).not.toMatch(/Ana Pop/u);
    expect(await namesNow()).not.toContain('Ana Pop');
    expect(await entriesBy('Ana Pop')).toBe(0);
  });

  it('waits for a function that has read her changes, and erases what it makes of them', async () => {
    const { service, site } = world;
    const models = [{ model: 'user' }];
    await service.control('createWebhook', { ...site, url: 'https://hooks.example.com', models });
    await imported(ana, bob);
    await imported({ ...ana, name: 'Annie' });
    await world.service.importAll(site, clients({ email: ana.email, deleted: true }));
    const { blobs, sleep } = service.services;
    const { putNew } = blobs;
    let resume = () => {};
    const isErased = new Promise<void>((resolve) => (resume = resolve));
    let isWaiting = false;
    blobs.putNew = async (key, bytes, ...more) => {
      isWaiting ||= String(bytes).includes('Annie');
      if (isWaiting) await isErased;
      return putNew(key, bytes, ...more);
    };
    const working = service.publishing.work();
    await expect.poll(() => isWaiting).toBe(true);
    let slept = 0;
    const sleeping = async (ms: number) => {
      await sleep(ms);
      if ((slept += ms) < 60_000) return;
      resume();
      await working;
    };
    Object.assign(service.services, { sleep: sleeping });
    await erase();
    expect(slept).toBeGreaterThanOrEqual(60_000);
    expect(await kept()).not.toContain('Annie');
    slept = 0;
    await erase();
    expect(slept).toBe(0);
  });

  it('goes on where its time was over', async () => {
    await imported(ana);
    await imported({ ...ana, name: 'Anna' });
    const { now } = world.service.services;
    let ticks = 0;
    Object.assign(world.service.services, { now: () => new Date(now().getTime() + 20_000 * (ticks += 1)) });
    await erase();
    expect(await kept()).not.toMatch(hers);
  });
});
