import { describe, expect, it } from 'vitest';
import { z } from 'zod';
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
    control('recordHistory', { schema: 'client', id, ...more });

  it('names every import that wrote it, newest first, and what each did; deleted records too', async () => {
    const created = await imported({ name: 'A' });
    const id = await idOf();
    const updated = await imported({ name: 'B' });
    await imported({ name: 'B' });
    await call('saveUsers', { users: [{ id, name: 'C' }] });
    const deleted = await imported({ deleted: true });
    const { body } = await historyOf(id);
    expect(body['record']).toMatchObject({ id, deleted: true, version: 4 });
    expect(body['items']).toMatchObject([
      { importId: deleted, action: 'delete', status: 'success' },
      { importId: updated, action: 'update' },
      { importId: created, action: 'create' },
    ]);
    expect(body).toMatchObject({ end: 'began', hasMore: false });
  });

  it('continues past an import that was undone', async () => {
    const created = await imported({ name: 'A' });
    const undone = await imported({ name: 'B' });
    await control('revertImport', { importId: undone });
    await service.drain();
    const { body } = await historyOf(await idOf());
    expect(body['items']).toMatchObject([
      { importId: undone, status: 'reverted' },
      { importId: created, status: 'success' },
    ]);
  });

  it('shows where the state before an import is no longer stored', async () => {
    await imported({ name: 'A' });
    const lost = await imported({ name: 'B' });
    const newest = await imported({ name: 'C' });
    const { blobs } = service.services;
    const { get } = blobs;
    const gone = imagesFolder({ siteId: site.siteId, importId: lost });
    Object.assign(blobs, { get: async (key: string) => (key.startsWith(gone) ? undefined : get(key)) });
    const { body } = await historyOf(await idOf());
    expect(body['items']).toMatchObject([{ importId: newest, action: 'update' }, { importId: lost }]);
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

  it('needs a record of the site and a known schema (invariant 19)', async () => {
    await imported({ name: 'A' });
    const other = await service.newSite();
    const id = await idOf();
    const ofOther = { siteId: other.siteId, schema: 'client', id };
    expect(await service.control('recordHistory', ofOther)).toMatchObject({ code: 'not_found' });
    expect(await historyOf(id, { schema: 'nothing' })).toMatchObject({ code: 'invalid_request' });
  });

  it('is empty for a record that no import wrote', async () => {
    await call('saveUsers', { users: [{ email: 'b@example.com', name: 'B' }] });
    expect((await historyOf(await idOf())).body).toMatchObject({ items: [], end: 'began' });
  });
});
