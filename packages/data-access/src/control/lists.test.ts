import { describe, expect, it } from 'vitest';
import { onASite } from '../testing/on-a-site.ts';

describe('lists in the control panel', () => {
  const { service, site, call, control } = onASite();

  const create = async (name: string) => String((await control('createList', { name })).body['listId']);
  const names = async () => itemsOf(await control('listLists')).map(({ name }) => name);

  it('are made under a name of their own, in any case and spacing', async () => {
    await create('Counties');
    const again = await control('createList', { name: ' counTIES ' });
    expect(again).toMatchObject({ code: 'invalid_request' });
    expect(again.message).toContain('name: expected a name that no other list of this site has');
    await create('Towns');
    expect(await names()).toEqual(['Counties', 'Towns']);
  });

  it('end as one list for concurrent requests with the same name', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () => control('createList', { name: 'Counties' })),
    );
    expect(made.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await names()).toEqual(['Counties']);
  });

  it('are renamed, also in case only, but not to the name of another', async () => {
    const listId = await create('Counties');
    await create('Towns');
    expect(await control('renameList', { listId, name: 'COUNTIES' })).toMatchObject({ ok: true });
    expect(await control('renameList', { listId, name: 'towns' })).toMatchObject({ code: 'invalid_request' });
    expect(await control('renameList', { listId: 'counties', name: 'Shires' })).toMatchObject({ ok: true });
    expect(await names()).toEqual(['Shires', 'Towns']);
    await create('Counties');
  });

  it('show their items, page by page', async () => {
    const listId = await create('Counties');
    const items = ['Antrim', 'Armagh', 'Down'].map((title) => ({ title }));
    await call('createListItems', { listId, items });
    const first = await control('listListItems', { listId: 'counties', limit: 2 });
    expect(itemsOf(first).map(({ title }) => title)).toEqual(['Antrim', 'Armagh']);
    const { nextCursor: cursor } = first.body;
    const second = await control('listListItems', { listId, limit: 2, cursor });
    expect(second.body).toMatchObject({ hasMore: false, items: [{ title: 'Down', code: null }] });
  });

  it('are only marked as deleted, which frees the name', async () => {
    const listId = await create('Counties');
    expect(await control('deleteList', { listId })).toMatchObject({ ok: true });
    expect(await names()).toEqual([]);
    expect(await control('listListItems', { listId })).toMatchObject({ code: 'not_found' });
    const ref = { kind: 'list', id: listId };
    expect(await service.services.store.records.get(site.siteId, ref)).toMatchObject({ deleted: true });
    expect(await create('Counties')).not.toBe(listId);
  });
});

const itemsOf = ({ body }: { body: Record<string, unknown> }): Record<string, unknown>[] =>
  Array.isArray(body['items']) ? body['items'] : [];
