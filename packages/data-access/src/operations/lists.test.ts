import { expect, it } from 'vitest';
import { onASite, set } from '../testing/on-a-site.ts';

const { call, run } = onASite();

it('getRoles answers all roles, oldest first, without deleted ones', async () => {
  await run([set('role', 'name', [{ name: 'Plumber' }, { name: 'Clerk' }, { name: 'Gone' }])]);
  await run([set('role', 'name', [{ name: 'gone', deleted: true }])]);
  const { body } = await call('getRoles');
  expect(body['roles']).toMatchObject([{ name: 'Plumber' }, { name: 'Clerk' }]);
  const names = ['id', 'name', 'createdDate', 'updatedDate'];
  expect(Object.keys((body['roles'] as object[])[0] ?? {})).toEqual(names);
});
