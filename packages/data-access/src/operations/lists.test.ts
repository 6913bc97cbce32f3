import { beforeEach, describe, expect, it } from 'vitest';
import { listItemKind } from './list-item-plan.ts';
import { onASite, set } from '../testing/on-a-site.ts';

const { service, site, call, run } = onASite();
let listId: string;
beforeEach(async () => {
  const { preview } = await run([set('list', 'name', [{ name: 'Counties of Kent' }])]);
  listId = preview?.outcomes[0]?.[2] ?? '';
});

type Result = { id: string; title: string; created: boolean }[];
const create = (items: object[], id = listId) => call('createListItems', { listId: id, items });
const created = async (items: object[]) => (await create(items)).body['items'] as Result;
const kept = async () => {
  const items: unknown[] = [];
  const rows = service.services.store.records.scan(site.siteId, {
    kind: listItemKind(listId),
    order: 'oldest',
    expected: 10,
  });
  for await (const { record } of rows) items.push(record?.fields);
  return items;
};

describe('createListItems', () => {
  it('creates items in the order submitted', async () => {
    const items = await created([{ title: 'Ashford' }, { title: 'Dover', code: 'D' }]);
    expect(items).toMatchObject([
      { title: 'Ashford', created: true },
      { title: 'Dover', created: true },
    ]);
    expect(await kept()).toEqual([{ title: 'Ashford' }, { title: 'Dover', code: 'D' }]);
  });

  it('matches by code, and updates the title', async () => {
    const [first] = await created([{ title: 'Dover', code: 'D' }]);
    expect(await created([{ title: 'Port of Dover', code: 'D' }])).toEqual([
      { id: first?.id, title: 'Port of Dover', created: false },
    ]);
    expect(await kept()).toEqual([{ title: 'Port of Dover', code: 'D' }]);
  });

  it('creates an item whose code is new though its title is not', async () => {
    await created([{ title: 'Dover' }]);
    expect(await created([{ title: 'Dover', code: 'D' }])).toMatchObject([{ created: true }]);
    expect(await kept()).toHaveLength(2);
  });

  it('matches by title in any case without a code, and returns what is there', async () => {
    const [first] = await created([{ title: 'Straße', code: 'S' }]);
    expect(await created([{ title: 'STRASSE' }])).toEqual([
      { id: first?.id, title: 'Straße', created: false },
    ]);
  });

  it('lets a later item of the request meet an earlier one', async () => {
    const items = await created([
      { title: 'Dover', code: 'D' },
      { title: 'DOVER' },
      { title: 'Dover Castle', code: 'D' },
      { title: 'Hythe' },
      { title: 'hythe' },
    ]);
    expect(items.map(({ created: isNew }) => isNew)).toEqual([true, false, false, true, false]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(2);
    expect(await kept()).toEqual([{ title: 'Dover Castle', code: 'D' }, { title: 'Hythe' }]);
  });

  it('takes the name of a list in any case and spacing for its id', async () => {
    expect((await create([{ title: 'A' }], ' COUNTIES ofkent')).ok).toBe(true);
    expect(await create([{ title: 'A' }], 'Cities')).toMatchObject({ code: 'not_found' });
  });

  it('changes nothing when one item is refused (invariant 16)', async () => {
    expect(await create([{ title: 'A' }, { title: '' }])).toMatchObject({ code: 'invalid_request' });
    expect(await create([{ title: 'A' }, { title: '  ' }])).toMatchObject({ code: 'invalid_request' });
    expect(await kept()).toEqual([]);
  });

  it('keeps 99 items, and refuses 100 with the number', async () => {
    const many = Array.from({ length: 100 }, (_, n) => ({ title: `T${n}`, code: `C${n}` }));
    expect((await create(many)).message).toContain('99');
    expect(await created(many.slice(1))).toHaveLength(99);
  });

  it('ends with one item when ten create it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => created([{ title: 'Dover', code: 'D' }, { title: `T${n}` }])),
    );
    expect(new Set(answers.map(([first]) => first?.id)).size).toBe(1);
    expect(answers.filter(([first]) => first?.created)).toHaveLength(1);
    expect(await kept()).toHaveLength(11);
  });
});

describe('getRoles', () => {
  it('answers all roles, oldest first, without deleted ones', async () => {
    await run([set('role', 'name', [{ name: 'Plumber' }, { name: 'Clerk' }, { name: 'Gone' }])]);
    await run([set('role', 'name', [{ name: 'gone', deleted: true }])]);
    const { body } = await call('getRoles');
    expect(body['roles']).toMatchObject([{ name: 'Plumber' }, { name: 'Clerk' }]);
    expect(Object.keys((body['roles'] as object[])[0] ?? {})).toEqual([
      'id',
      'name',
      'createdDate',
      'updatedDate',
    ]);
  });
});
