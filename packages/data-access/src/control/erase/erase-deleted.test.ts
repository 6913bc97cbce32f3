import { beforeEach, describe, expect, it } from 'vitest';
import { Crash } from '../../testing/dying.ts';
import { ana, bob, clients, erasing, receipt } from '../../testing/erasing.ts';

const { world, imported, erase, kept, entriesBy, namesNow } = erasing();

describe('the entries that lead to a person who is erased', () => {
  const had = ['ana@example.com', 'Ana Pop', 'ana pop', 'pop@example.org', 'Anna', 'apop', 'Annie', 'Annick'];
  const leading = async () => {
    const found = await Promise.all(had.map(async (value) => [value, await entriesBy(value)] as const));
    return found.flatMap(([value, entries]) => (entries > 0 ? [value] : []));
  };
  const deletion = () =>
    world.service.importAll(world.site, clients({ email: 'pop@example.org', deleted: true }));

  /** She has had several names and addresses, by imports and by calls. */
  beforeEach(async () => {
    const byUsername = { schema: 'client', lookup: 'username' };
    await world.service.importAll(world.site, [{ ...byUsername, records: [{ ...ana, username: 'apop' }] }]);
    await imported(bob);
    const { body } = await world.service.call('getUsers', world.site, { q: 'ana@example.com' });
    const [{ id }] = body['items'] as [{ id: string }];
    const byId = (fields: object) => [{ schema: 'client', lookup: 'id', records: [{ id, ...fields }] }];
    await world.service.importAll(world.site, byId({ name: 'Anna' }));
    await world.service.importAll(world.site, byId({ email: 'pop@example.org' }));
    for (const name of ['Annie', 'Annick'])
      await world.service.call('saveUsers', world.site, { users: [{ id, name }] });
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
    await world.service.importAll(world.site, [
      { schema: 'client', lookup: 'username', records: [{ username: 'apop', name: 'Eve' }] },
    ]);
    expect(await namesNow()).toEqual(['Bob', 'Eve', null]);
  });

  it('go only where no undo restores her any more', async () => {
    const { importId } = await deletion();
    const { lookups } = world.service.services.store;
    const { remove } = lookups;
    const overtaken: typeof remove = async (...args) => {
      Object.assign(lookups, { remove });
      await world.service.control('revertImport', { siteId: world.site.siteId, importId });
      await world.service.drain();
      return remove(...args);
    };
    Object.assign(lookups, { remove: overtaken });
    await erase({ record: 'ana@example.com' });
    const { body } = await world.service.control('getRevert', { siteId: world.site.siteId, importId });
    expect(body).toMatchObject({ items: [{ outcome: 'kept' }] });
    expect(await namesNow()).toEqual(['Bob', null]);
    expect(await leading()).toEqual([]);
  });

  it('go without her history, too, but for those of what she had before', async () => {
    await deletion();
    const { erasable } = world.service.services;
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
    const { importId } = await world.service.queued(world.site, [by]);
    const { now } = world.service.services;
    let ticks = 0;
    Object.assign(world.service.services, { now: () => new Date(now().getTime() + 6_000 * (ticks += 1)) });
    expect((await erase({ record: 'ana@example.com' })).busy).toEqual([importId]);
    expect(await leading()).toContain('ana@example.com');
  });

  it.each(Array.from({ length: 12 }, (_, at) => at + 1))(
    'go by a repeat after a crash at change %i',
    async (nth) => {
      await deletion();
      const { store, erasable } = world.service.services;
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
      Object.assign(world.service.services, dead);
      await world.service.control('eraseRecord', {
        siteId: world.site.siteId,
        record: 'ana@example.com',
        receipt,
      });
      Object.assign(world.service.services, { store, erasable });
      expect(changes).toBeGreaterThanOrEqual(nth);
      // Of the import whose preview it was replacing, it had the lease.
      world.service.advance(10 * 60_000);
      await erase({ record: 'ana@example.com' });
      expect(await leading()).toEqual([]);
      expect(await kept()).not.toMatch(/ana@example|Ana Pop|pop@example|Anna|Annie/u);
    },
  );
});
