import { beforeEach, describe, expect, it } from 'vitest';
import { onASite, set } from '../testing/on-a-site.ts';

const { call, control, itemsOf, run } = onASite();
let listId: string;
beforeEach(async () => {
  const { preview } = await run([set('list', 'name', [{ name: 'Counties of Kent' }])]);
  listId = preview?.outcomes[0]?.[2] ?? '';
});

type Result = { id: string; title: string; created: boolean }[];
const created = async (items: object[]) =>
  (await call('createListItems', { listId, items })).body['items'] as Result;

describe('createListItems', () => {
  it('ends with one item when ten create it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => created([{ title: 'Dover', code: 'D' }, { title: `T${n}` }])),
    );
    expect(new Set(answers.map(([first]) => first?.id)).size).toBe(1);
    expect(answers.filter(([first]) => first?.created)).toHaveLength(1);
    expect(await itemsOf(control('listListItems', { listId }))).toHaveLength(11);
  });
});

describe('getRoles', () => {
  it('answers all roles, oldest first, without deleted ones', async () => {
    await run([set('role', 'name', [{ name: 'Plumber' }, { name: 'Clerk' }, { name: 'Gone' }])]);
    await run([set('role', 'name', [{ name: 'gone', deleted: true }])]);
    const { body } = await call('getRoles');
    expect(body['roles']).toMatchObject([{ name: 'Plumber' }, { name: 'Clerk' }]);
    const names = ['id', 'name', 'createdDate', 'updatedDate'];
    expect(Object.keys((body['roles'] as object[])[0] ?? {})).toEqual(names);
  });
});
