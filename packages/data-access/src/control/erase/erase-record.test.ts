import { recordNamed } from '@sluice/aws-kit/erasure';
import { overtakenAt } from '@sluice/aws-kit/erasure/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { runImport } from '../../engine/run-import.ts';
import { Crash } from '../../testing/dying.ts';
import { keysOfValue } from '../../records/lookup.ts';
import { startService, type Site } from '../../testing/service.ts';

const receipt = 'a receipt of a person';
const ana = { email: 'ana@example.com', name: 'Ana Pop', cellPhone: '07 1' };
const bob = { email: 'bob@example.com', name: 'Bob', cellPhone: '07 2' };
const clients = (...records: object[]) => [{ schema: 'client', lookup: 'email', records }];

describe('erasing a record from the service', () => {
  let service: ReturnType<typeof startService>;
  let site: Site;
  beforeEach(async () => {
    service = startService();
    site = await service.newSite();
    await service.control('createWebhook', {
      siteId: site.siteId,
      url: 'https://hooks.example.com/',
      models: [{ model: 'user' }],
    });
  });

  const imported = async (...records: object[]) =>
    (await service.importAll(site, clients(...records))).importId;
  /** Calls until the end. */
  const erase = async (more: object = {}) => {
    let [objects, busy, cursor]: [number, string[], unknown] = [0, [], undefined];
    do {
      const input = { siteId: site.siteId, record: ' ANA@example.com', receipt, cursor, ...more };
      const { body, message } = await service.control('eraseRecord', input);
      expect(message).toBe('');
      objects += Number(body['objects']);
      busy = [...busy, ...(body['busy'] as string[])];
      cursor = body['nextCursor'];
    } while (cursor !== undefined);
    return { objects, busy };
  };
  /** Every object of imports and webhooks. */
  const kept = async () => {
    const texts: (string | undefined)[] = [];
    for await (const version of service.services.erasable!.versions(''))
      texts.push(await service.services.erasable!.text(version));
    return texts.join('\n');
  };
  const hers = /ana@example|Ana Pop|07 1|Anna/u;
  const entriesBy = async (value: string) => {
    const keys = ['user', 'role'].flatMap((kind) => keysOfValue(kind, value));
    return new Set((await service.services.store.lookups.find(site.siteId, keys)).flat()).size;
  };
  const namesNow = async () => {
    const { body } = await service.call('getUsers', site, { fields: ['name'] });
    return (body['items'] as { name: string }[]).map(({ name }) => name).toSorted();
  };

  it('leaves her record and those of others, and an undo restores what is left', async () => {
    await imported(ana, bob);
    const changing = await imported({ ...ana, name: 'Anna' }, { ...bob, name: 'Bobby' });
    await service.importAll(site, clients({ email: 'ana@example.com', cellPhone: 'nobody' }), {
      dryRun: true,
    });
    await service.publishing.work();
    expect(await kept()).toMatch(hers);

    expect((await erase({ dryRun: true })).objects).toBeGreaterThan(6);
    expect(await kept()).toMatch(hers);
    expect((await erase()).objects).toBeGreaterThan(6);
    expect(await kept()).not.toMatch(hers);
    expect(await kept()).toContain('bob@example.com');
    expect(await erase()).toEqual({ objects: 0, busy: [] });
    expect(await namesNow()).toEqual(['Anna', 'Bobby']);

    await service.control('revertImport', { siteId: site.siteId, importId: changing });
    await service.drain();
    const { body } = await service.control('getRevert', { siteId: site.siteId, importId: changing });
    expect(body).toMatchObject({
      revert: { status: 'reverted', counts: { reversed: 1, kept: 0, failed: 1 } },
      items: [{ outcome: 'failed', code: 'values_not_kept' }],
    });
    expect(await namesNow()).toEqual(['Anna', 'Bob']);
  });

  it('also empties her record once it is deleted, and images that have another address of hers', async () => {
    await imported(ana, bob);
    const { body } = await service.call('getUsers', site, { q: 'ana@example.com' });
    const [{ id }] = body['items'] as [{ id: string }];
    const byId = (fields: object) => [{ schema: 'client', lookup: 'id', records: [{ id, ...fields }] }];
    await service.importAll(site, byId({ email: 'pop@example.org' }));
    await service.importAll(site, byId({ cellPhone: '07 1 9' }));
    await service.importAll(site, byId({ deleted: true }));
    await erase();
    expect(await kept()).not.toMatch(/ana@example|Ana Pop|pop@example|07 1/u);
    const record = await service.services.store.records.get(site.siteId, { kind: 'user', id });
    expect(record).toMatchObject({ deleted: true, fields: {} });
    // Listings have deleted records too.
    expect(await namesNow()).toEqual(['Bob', null]);
  });

  it('leaves who changed her record by a call, and none of her values; the history shows that they are gone', async () => {
    await imported(ana);
    const { body } = await service.call('getUsers', site, { q: 'ana@example.com' });
    const [{ id }] = body['items'] as [{ id: string }];
    await service.call('saveUsers', site, { users: [{ id, name: 'Anna' }] });
    expect(await kept()).toMatch(hers);
    await imported({ ...ana, deleted: true });
    await erase();
    expect(await kept()).not.toMatch(hers);
    const query = { siteId: site.siteId, schema: 'client', record: id };
    const history = await service.control('recordHistory', query);
    const items = history.body['items'] as { operation: string; changes?: object }[];
    expect(items.map(({ operation }) => operation)).toEqual(['eraseRecord', 'import']);
    expect(items.map(({ changes }) => changes)).toEqual([undefined, undefined]);
  });

  it('leaves an import that has not ended, and names it', async () => {
    const { importId } = await service.queued(site, clients(ana));
    expect(await erase()).toEqual({ objects: 0, busy: [importId] });
    expect(await kept()).toMatch(hers);
  });

  it('lets no import write a row again that it wrote before others did (invariant 23)', async () => {
    const message = await service.queued(site, clients(ana, bob));
    const { store } = service.services;
    const write: typeof store.records.write = async (...args) => {
      await store.records.write(...args);
      throw new Crash();
    };
    const dying = { ...store, records: { ...store.records, write } };
    await expect(runImport(message, { ...service.services, store: dying })).rejects.toThrow(Crash);
    await imported({ ...ana, name: 'Anna' }, { ...bob, name: 'Bobby' });
    expect((await erase()).busy).toEqual([message.importId]);
    service.advance(60_000);
    await runImport(message, service.services);
    expect(await namesNow()).toEqual(['Anna', 'Bobby']);
    service.advance(10 * 60_000);
    expect((await erase()).busy).toEqual([]);
    expect(await kept()).not.toMatch(hers);
  });

  it('leaves an import for ten minutes that was taken from a worker, who may still store what it has read', async () => {
    const message = await service.queued(site, clients(ana));
    const { blobs } = service.services;
    const [gate, reached] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const put: typeof blobs.put = async (...args) => {
      reached.resolve();
      await gate.promise;
      return blobs.put(...args);
    };
    const stray = runImport(message, { ...service.services, blobs: { ...blobs, put } });
    await reached.promise;
    service.advance(60_000);
    await runImport(message, service.services);
    expect(await erase()).toEqual({ objects: 0, busy: [message.importId] });
    gate.resolve();
    await expect(stray).rejects.toThrow('was taken over');
    service.advance(10 * 60_000);
    expect((await erase()).busy).toEqual([]);
    expect(await kept()).not.toMatch(hers);
  });

  it('loses her from the name and the refusals of an import', async () => {
    const { importId } = await service.importAll(site, clients(ana), { filename: 'ana@example.com.csv' });
    const item = (await service.services.store.imports.get(site.siteId, importId))!;
    const errorMessage = 'record 1: not ana@example.com\nrecord 2: stays';
    await service.services.store.imports.update({ ...item, version: item.version + 1, errorMessage });
    await erase();
    const now = await service.services.store.imports.get(site.siteId, importId);
    expect(now).toMatchObject({ filename: null, errorMessage: '(erased)\nrecord 2: stays' });
  });

  it('loses her from the addresses that were notified, and from the errors of an import that was undone', async () => {
    const emails = ['bob@example.com', 'Ana@Example.com'];
    const input = {
      recordSets: clients(bob),
      successNotificationEmails: emails,
      failureNotificationEmails: emails,
    };
    await service.call('import', site, input);
    const [message] = service.messages;
    const { importId } = message!;
    expect(await erase()).toEqual({ objects: 0, busy: [importId] });
    await service.drain();
    const { imports } = service.services.store;
    await service.control('revertImport', { siteId: site.siteId, importId });
    await service.drain();
    const item = (await imports.get(site.siteId, importId))!;
    const revert = { ...item.revert!, errorMessage: 'record 1: not ana@example.com' };
    await imports.update({ ...item, version: item.version + 1, revert });
    expect((await erase()).busy).toEqual([]);
    const now = await imports.get(site.siteId, importId);
    expect(now).toMatchObject({ successEmails: ['bob@example.com'], failureEmails: ['bob@example.com'] });
    expect(JSON.stringify(now)).not.toMatch(/ana@/iu);
    expect(await erase()).toEqual({ objects: 0, busy: [] });
  });

  it('erases two records at once, whoever is overtaken where, and the preview is still that of the import', async () => {
    const both = /ana@example|bob@example|Ana Pop|Bob/u;
    let isOtherBusy = false;
    for (let at = 1, isReached = true; isReached; at += 1) {
      service = startService();
      site = await service.newSite();
      const eve = { email: 'eve@example.com', name: 'Eve' };
      await imported(ana, bob, eve);
      const renamed = [ana, bob, eve].map((one) => ({ ...one, name: `${one.name} II` }));
      const importId = await imported(...renamed);
      const { erasable } = service.services;
      isReached = false;
      const others = async () => {
        isReached = true;
        Object.assign(service.services, { erasable });
        isOtherBusy = (await erase({ record: 'bob@example.com' })).busy.length > 0;
      };
      Object.assign(service.services, { erasable: overtakenAt(at, erasable!, others) });
      const { busy } = await erase();
      Object.assign(service.services, { erasable });
      if (!isReached) continue;
      // Whoever is told that an import is busy asks again.
      if (busy.length > 0) await erase();
      if (isOtherBusy) await erase({ record: 'bob@example.com' });
      expect(await kept(), `at call ${at}`).not.toMatch(both);
      expect(await kept()).toContain('eve@example.com');
      expect(await service.status(site, importId), `at call ${at}`).toMatchObject({
        preview: { counts: { updated: 3 } },
      });
    }
  });

  it('names an import that another request changed meanwhile, and claims nothing', async () => {
    const { importId } = await service.importAll(site, clients(bob), { filename: 'ana@example.com.csv' });
    const { imports } = service.services.store;
    const { update } = imports;
    Object.assign(imports, { update: async () => false });
    expect(await erase()).toEqual({ objects: 0, busy: [importId] });
    Object.assign(imports, { update });
    expect(await erase()).toEqual({ objects: 1, busy: [] });
  });

  it('is in the audit log by a hash, and never by her address', async () => {
    await imported(ana);
    await erase();
    const { body } = await service.control('listAuditEvents', {});
    const text = JSON.stringify(body);
    expect(text).toContain(recordNamed(ana.email, receipt).commitment);
    expect(text).not.toMatch(/ana@example/iu);
    expect(text).not.toContain(receipt);
  });

  it('finds her by a value that no import looks up by, and still after the record has lost it', async () => {
    await imported(ana, bob, ...Array.from({ length: 40 }, (_, n) => ({ email: `u${n}@x.org`, name: 'U' })));
    await service.importAll(site, clients({ email: ana.email, deleted: true }));
    const { now } = service.services;
    let ticks = 0;
    Object.assign(service.services, { now: () => new Date(now().getTime() + 6_000 * (ticks += 1)) });
    await erase({ record: 'Ana Pop' });
    expect(await kept()).not.toMatch(/Ana Pop/u);
    expect(await namesNow()).not.toContain('Ana Pop');
    expect(await entriesBy('Ana Pop')).toBe(0);
  });

  describe('and the entries that lead to her', () => {
    const had = [
      'ana@example.com',
      'Ana Pop',
      'ana pop',
      'pop@example.org',
      'Anna',
      'apop',
      'Annie',
      'Annick',
    ];
    const leading = async () => {
      const found = await Promise.all(had.map(async (value) => [value, await entriesBy(value)] as const));
      return found.flatMap(([value, entries]) => (entries > 0 ? [value] : []));
    };
    const deletion = () => service.importAll(site, clients({ email: 'pop@example.org', deleted: true }));

    /** She has had several names and addresses, by imports and by calls. */
    beforeEach(async () => {
      const byUsername = { schema: 'client', lookup: 'username' };
      await service.importAll(site, [{ ...byUsername, records: [{ ...ana, username: 'apop' }] }]);
      await imported(bob);
      const { body } = await service.call('getUsers', site, { q: 'ana@example.com' });
      const [{ id }] = body['items'] as [{ id: string }];
      const byId = (fields: object) => [{ schema: 'client', lookup: 'id', records: [{ id, ...fields }] }];
      await service.importAll(site, byId({ name: 'Anna' }));
      await service.importAll(site, byId({ email: 'pop@example.org' }));
      for (const name of ['Annie', 'Annick'])
        await service.call('saveUsers', site, { users: [{ id, name }] });
    });

    it.each(['ana@example.com', 'Annie'])('go with her, also those of what she had: %s', async (record) => {
      await deletion();
      expect(await leading()).toEqual(had.filter((value) => value !== 'ana pop'));
      await erase({ record, dryRun: true });
      expect((await leading()).length).toBeGreaterThan(5);
      expect((await erase({ record })).busy).toEqual([]);
      expect(await leading()).toEqual([]);
      expect(await entriesBy('bob@example.com')).toBe(1);
      await imported(ana);
      expect(await namesNow()).toContain('Ana Pop');
    });

    it('stay where another record has the value, and lead to that one', async () => {
      await deletion();
      await imported({ email: 'eve@example.com', name: 'Annie', username: 'apop' });
      await erase({ record: 'apop' });
      expect(await leading()).toEqual(['apop']);
      expect(await entriesBy('apop')).toBe(1);
      await service.importAll(site, [
        { schema: 'client', lookup: 'username', records: [{ username: 'apop', name: 'Eve' }] },
      ]);
      expect(await namesNow()).toEqual(['Bob', 'Eve', null]);
    });

    it('go only where no undo restores her any more', async () => {
      const { importId } = await deletion();
      const { lookups } = service.services.store;
      const { remove } = lookups;
      const overtaken: typeof remove = async (...args) => {
        Object.assign(lookups, { remove });
        await service.control('revertImport', { siteId: site.siteId, importId });
        await service.drain();
        return remove(...args);
      };
      Object.assign(lookups, { remove: overtaken });
      await erase({ record: 'ana@example.com' });
      const { body } = await service.control('getRevert', { siteId: site.siteId, importId });
      expect(body).toMatchObject({ items: [{ outcome: 'kept' }] });
      expect(await namesNow()).toEqual(['Bob', null]);
      expect(await leading()).toEqual([]);
    });

    it('go without her history, too, but for those of what she had before', async () => {
      await deletion();
      const { erasable } = service.services;
      for await (const version of erasable!.versions('')) await erasable!.remove(version);
      await erase({ record: 'pop@example.org' });
      expect(await leading()).toEqual(['ana@example.com', 'Ana Pop', 'Anna', 'Annie']);
    });

    it('stay while she is not deleted', async () => {
      const before = await leading();
      await erase({ record: 'ana@example.com' });
      expect(await leading()).toEqual(before);
    });

    it('stay where an import of hers is named, so that the next erase finds what is left', async () => {
      await deletion();
      const by = { schema: 'client', lookup: 'email', records: [{ email: 'ana@example.com', name: 'X' }] };
      const { importId } = await service.queued(site, [by]);
      const { now } = service.services;
      let ticks = 0;
      Object.assign(service.services, { now: () => new Date(now().getTime() + 6_000 * (ticks += 1)) });
      expect((await erase({ record: 'ana@example.com' })).busy).toEqual([importId]);
      expect(await leading()).toContain('ana@example.com');
    });

    it.each(Array.from({ length: 12 }, (_, at) => at + 1))(
      'go by a repeat after a crash at change %i',
      async (nth) => {
        await deletion();
        const { store, erasable } = service.services;
        let changes = 0;
        const dying = <Port extends object>(port: Port, ...names: (keyof Port)[]): Port => {
          const made = names.map((name) => {
            const act = port[name] as (...args: unknown[]) => Promise<unknown>;
            const dies = async (...args: unknown[]) => {
              if ((changes += 1) === nth) throw new Crash();
              return act.call(port, ...args);
            };
            return [name, dies];
          });
          return { ...port, ...Object.fromEntries(made) };
        };
        const dead = {
          store: {
            ...store,
            lookups: dying(store.lookups, 'remove'),
            records: dying(store.records, 'write'),
          },
          erasable: dying(erasable!, 'replace', 'remove'),
        };
        Object.assign(service.services, dead);
        await service.control('eraseRecord', { siteId: site.siteId, record: 'ana@example.com', receipt });
        Object.assign(service.services, { store, erasable });
        expect(changes).toBeGreaterThanOrEqual(nth);
        // Of the import whose preview it was replacing, it had the lease.
        service.advance(10 * 60_000);
        await erase({ record: 'ana@example.com' });
        expect(await leading()).toEqual([]);
        expect(await kept()).not.toMatch(/ana@example|Ana Pop|pop@example|Anna|Annie/u);
      },
    );
  });

  it('goes on where its time was over', async () => {
    await imported(ana);
    await imported({ ...ana, name: 'Anna' });
    const { now } = service.services;
    let ticks = 0;
    Object.assign(service.services, { now: () => new Date(now().getTime() + 20_000 * (ticks += 1)) });
    await erase();
    expect(await kept()).not.toMatch(hers);
  });
});
