import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { imagesFolder } from '../import/documents.ts';
import { client, onASite, pagesOf } from '../testing/on-a-site.ts';

const usersSchema = z.array(z.object({ id: z.string() }));
const touchesSchema = z.array(z.object({ importId: z.string() }));

describe('the history of a record', () => {
  const { service, site, call, control, run } = onASite();

  const imported = async (record: object): Promise<string> => {
    service.advance(1_000);
    const records = [{ email: 'a@example.com', ...record }];
    return (await run([client(records)])).importId;
  };
  const idOf = async (): Promise<string> => {
    const { body } = await call('getUsers', { fields: ['id'] });
    return usersSchema.parse(body['items'])[0]?.id ?? '';
  };
  const historyOf = (id: string, more: object = {}) =>
    control('recordHistory', { schema: 'client', record: id, ...more });

  it('names each write, newest first, with its caller and what it changed; deleted records too', async () => {
    const created = await imported({ name: 'A' });
    const id = await idOf();
    const updated = await imported({ name: 'B', cellPhone: '07 1' });
    await imported({ name: 'B' });
    service.advance(1_000);
    await call('saveUsers', { users: [{ id, name: 'C' }] });
    const deleted = await imported({ deleted: true });
    const { body } = await historyOf(id);
    expect(body['record']).toMatchObject({ id, deleted: true, version: 4 });
    const token = { by: `token ${site.apiKey}`, from: '192.0.2.7' };
    expect(body['items']).toMatchObject([
      {
        ...token,
        importId: deleted,
        version: 4,
        action: 'delete',
        changes: {},
        number: 1,
        status: 'success',
      },
      { ...token, operation: 'saveUsers', version: 3, action: 'update', changes: { name: ['B', 'C'] } },
      { importId: updated, version: 2, changes: { name: ['A', 'B'], cellPhone: [null, '07 1'] } },
      { importId: created, version: 1, action: 'create', changes: { name: [null, 'A'] } },
    ]);
    const times = z
      .array(z.object({ date: z.string() }))
      .parse(body['items'])
      .map(({ date }) => date);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(body).toMatchObject({ end: 'began', hasMore: false });
  });

  it('finds the record by a value that it has, or else had, and names the ids of several', async () => {
    await imported({ name: 'A' });
    const id = await idOf();
    const found = async (record: string) => (await historyOf(record)).body['record'];
    expect(await found(' A@Example.com')).toMatchObject({ id });
    await call('saveUsers', { users: [{ id, email: 'new@example.com' }] });
    expect(await found('a@example.com')).toMatchObject({ id });
    await call('saveUsers', { users: [{ email: 'new@example.com', name: 'B' }] });
    const { code, message } = await historyOf('new@example.com');
    expect(code).toBe('invalid_request');
    expect(message).toMatch(new RegExp(`2 records have this value.*${id}`, 'u'));
    expect(await found('a@example.com')).toMatchObject({ id });
  });

  it('shows of each import that was undone whether this record was reversed or kept, and by whom', async () => {
    const created = await imported({ name: 'A' });
    const kept = await imported({ name: 'B' });
    const undone = await imported({ name: 'C' });
    const revert = async (importId: string) => {
      service.advance(1_000);
      await control('revertImport', { importId });
      await service.drain();
    };
    await revert(kept);
    await revert(undone);
    const by = 'arn:aws:iam::123456789012:user/ana';
    const { body } = await historyOf(await idOf());
    expect(body['items']).toMatchObject([
      {
        importId: undone,
        status: 'success',
        changes: { name: ['B', 'C'] },
        undo: { outcome: 'reversed', by },
      },
      {
        importId: kept,
        status: 'success',
        undo: { outcome: 'kept', code: 'changed_since', by },
      },
      { importId: created, status: 'success' },
    ]);
  });

  it('continues past undos that follow one another, and past a call before them', async () => {
    await call('saveUsers', { users: [{ email: 'a@example.com', name: 'A' }] });
    const ids = [await imported({ name: 'B' }), await imported({ name: 'C' })];
    for (const importId of ids.toReversed()) {
      await control('revertImport', { importId });
      await service.drain();
    }
    const { body } = await historyOf(await idOf());
    expect(body).toMatchObject({
      record: { version: 5 },
      items: [
        { importId: ids[1], version: 3, changes: { name: ['B', 'C'] }, undo: { outcome: 'reversed' } },
        { importId: ids[0], version: 2, changes: { name: ['A', 'B'] }, undo: { outcome: 'reversed' } },
        { operation: 'saveUsers', version: 1, action: 'create' },
      ],
      end: 'began',
    });
  });

  it('shows where what was before is no longer stored, and continues past a call', async () => {
    await imported({ name: 'A' });
    const lost = await imported({ name: 'B' });
    await call('saveUsers', { users: [{ id: await idOf(), name: 'C' }] });
    const newest = await imported({ name: 'D' });
    const { blobs } = service.services;
    const { get } = blobs;
    const gone = [imagesFolder({ siteId: site.siteId, importId: lost }), 'writes/'];
    Object.assign(blobs, {
      get: async (key: string) => (gone.some((one) => key.startsWith(one)) ? undefined : get(key)),
    });
    const { body } = await historyOf(await idOf());
    expect(body['items']).toMatchObject([
      { importId: newest, action: 'update' },
      { version: 3 },
      { importId: lost },
    ]);
    expect(body['items']).not.toMatchObject([{}, {}, { changes: {} }]);
    expect(body['end']).toBe('lost');
  });

  it('continues from page to page to the creation of the record', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 45; n += 1) ids.unshift(await imported({ name: `A${n}` }));
    const id = await idOf();
    const pages = await pagesOf((cursor) => historyOf(id, { cursor }));
    for (const { items } of pages) expect(items.length).toBeLessThanOrEqual(20);
    expect(pages.flatMap(({ items }) => items)).toMatchObject(ids.map((importId) => ({ importId })));
  });

  it('ends a page early when plans take long to read, and the next page continues', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift(await imported({ name: `A${n}` }));
    const id = await idOf();
    const { blobs } = service.services;
    const { get } = blobs;
    const slowly = async (key: string) => {
      if (key.endsWith('/plan.json')) service.advance(4_000);
      return get(key);
    };
    Object.assign(blobs, { get: slowly });
    const { body: first } = await historyOf(id);
    expect(touchesSchema.parse(first['items'])).toMatchObject([{ importId: ids[0] }, { importId: ids[1] }]);
    expect(first).toMatchObject({ end: 'further', hasMore: true });
    const { body: second } = await historyOf(id, { cursor: first['nextCursor'] });
    expect(touchesSchema.parse(second['items'])).toMatchObject([{ importId: ids[2] }, { importId: ids[3] }]);
  });

  it('finds by a field that no import looks up by, without making it one, unless the site is too large', async () => {
    await imported({ name: 'Ada', username: 'ada' });
    await imported({ username: 'countess' });
    const id = await idOf();
    for (const value of ['Ada', 'countess', 'ada', 'a@example.com'])
      expect((await historyOf(value)).body['record'], value).toMatchObject({ id });
    expect((await service.services.store.lookupFields.get(site.siteId)).used).toEqual(['user email']);
    await run([client(Array.from({ length: 60 }, (_, n) => ({ email: `u${n}@x.org`, name: 'Ada' })))]);
    expect((await historyOf('Ada')).message).toContain('61 records have this value');
    const { now } = service.services;
    let ticks = 0;
    Object.assign(service.services, { now: () => new Date(now().getTime() + 20_000 * (ticks += 1)) });
    expect((await historyOf('Ada')).message).toContain('too many to find one by: user.name, user.username');
    expect((await historyOf('a@example.com')).body['record']).toMatchObject({ id });
  });

  it('finds a person by a phone, however it is written, and by the name in any case; of several it names the ids', async () => {
    await imported({ name: 'Ada Lovelace', cellPhone: '+49 (0)171 999-12' });
    const id = await idOf();
    for (const value of ['017199912', '+49 171 99912', '0171/999 12', ' ada  LOVELACE ', 'Ada Lovelace'])
      expect((await historyOf(value)).body['record'], value).toMatchObject({ id });
    for (const value of ['0171 999 13', '9912', '12', 'Ada', '171 999 12 x', ' '])
      expect((await historyOf(value)).code, value).toBe('not_found');
    await run([client([{ email: 'b@example.com', name: 'Bo', homePhone: '0171 99912' }])]);
    expect((await historyOf('0171 99912')).message).toMatch(
      new RegExp(`2 records have this value.*${id}`, 'u'),
    );
    await imported({ deleted: true });
    expect((await historyOf('0171 99912')).message).toContain(`${id} (deleted)`);
    const many = Array.from({ length: 60 }, (_, n) => ({ email: `u${n}@x.org`, name: 'U' }));
    await run([client(many)]);
    const { now } = service.services;
    let ticks = 0;
    Object.assign(service.services, { now: () => new Date(now().getTime() + 20_000 * (ticks += 1)) });
    expect((await historyOf('0171 99912')).message).toContain('too many to find one by');
  });

  it('needs a record of the site and a known schema (invariant 19)', async () => {
    await imported({ name: 'A' });
    const other = await service.newSite();
    const id = await idOf();
    const ofOther = { siteId: other.siteId, schema: 'client', record: id };
    expect(await service.control('recordHistory', ofOther)).toMatchObject({ code: 'not_found' });
    expect(await historyOf(id, { schema: 'nothing' })).toMatchObject({ code: 'invalid_request' });
  });

  it('has the operator who renamed a list, and a page continues with what each write changed', async () => {
    await control('createList', { name: 'Counties 0' });
    for (let n = 1; n < 25; n += 1)
      await control('renameList', { listId: `Counties ${n - 1}`, name: `Counties ${n}` });
    const pages = await pagesOf((cursor) => historyOf('Counties 24', { schema: 'list', cursor }));
    const items = pages.flatMap((page) => page.items);
    const by = 'arn:aws:iam::123456789012:user/ana';
    expect(items).toHaveLength(25);
    expect(items[22]).toMatchObject({
      ...{ by, operation: 'renameList', version: 3, changes: { name: ['Counties 1', 'Counties 2'] } },
    });
    expect(items.at(-1)).toMatchObject({ by, operation: 'createList', action: 'create' });
  });
});
