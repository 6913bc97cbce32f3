import { describe, expect, it } from 'vitest';
import { outputSchema } from '@sluice/contract';
import { itemsOfPages, onASite, pagesOf } from '../testing/on-a-site.ts';

const { service, call } = onASite();

const save = (users: object[]) => call('saveUsers', { users });
const savedIds = async (users: object[]): Promise<string[]> => {
  const { users: saved } = outputSchema('saveUsers').parse((await save(users)).body);
  return saved.map(({ id }) => id);
};
const user = async (id: string, fields?: string[]) => {
  const { body } = await call('getUser', { id, ...(fields && { fields }) });
  return body['user'] as Record<string, unknown>;
};
/** The last of the 43 characters of a signature has spare bits, so several texts decode to the same bytes. */
const lastChanged = (cursor: string): string[] =>
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
    .map((last) => cursor.slice(0, -1) + last)
    .filter((changed) => changed !== cursor);

describe('saveUsers', () => {
  it('treats a flag that was never set as false, as it is answered', async () => {
    const [id = ''] = await savedIds([{ name: 'Ada' }]);
    const made = await user(id);
    service.advance(1000);
    await save([{ id, isSuspended: made['isSuspended'] }]);
    expect(await user(id)).toEqual(made);
    await save([{ id, isSuspended: true }]);
    expect(await user(id, ['isSuspended'])).toEqual({ isSuspended: true });
  });

  it('plans again after a concurrent write of the same user, and loses no update', async () => {
    const [id = ''] = await savedIds([{ name: 'Ada' }]);
    const answers = await Promise.all(
      [{ username: 'ada' }, { email: 'a@x.org' }, { cellPhone: '1' }, { workPhone: '2' }].map((change) =>
        save([{ id, ...change }]),
      ),
    );
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, true]);
    expect(await user(id)).toMatchObject({
      username: 'ada',
      email: 'a@x.org',
      cellPhone: '1',
      workPhone: '2',
    });
  });
});

describe('getUsers', () => {
  it('fills a page with 100 by default, and reports when there are no more', async () => {
    await save(Array.from({ length: 100 }, (_, n) => ({ name: `A${n}` })));
    expect((await call('getUsers')).body).toMatchObject({ hasMore: false });
    await save([{ name: 'One more' }]);
    const { body } = await call('getUsers');
    expect(body).toMatchObject({ hasMore: true });
    expect(body['items']).toHaveLength(100);
  });

  it('refuses a cursor with other characters at its end, without a filter, or of another operation or site (invariant 19)', async () => {
    await save(Array.from({ length: 5 }, (_, n) => ({ name: `U${n}` })));
    const input = { limit: 2, userType: 'client', updatedAfter: 0 };
    const { body } = await call('getUsers', input);
    const cursor = String(body['nextCursor']);
    const same = { ...input, updatedAfter: '1970-01-01T00:00:00.000Z', cursor };
    expect((await call('getUsers', same)).ok).toBe(true);
    for (const changed of [`${cursor}.x`, `${cursor}=`, ...lastChanged(cursor)])
      expect(await call('getUsers', { ...input, cursor: changed })).toMatchObject({
        code: 'invalid_request',
      });
    expect(await call('getUsers', { limit: 2, cursor })).toMatchObject({ code: 'invalid_request' });
    expect(await call('getIssues', { cursor })).toMatchObject({ code: 'invalid_request' });
    const elsewhere = await service.call('getUsers', await service.newSite(), { ...input, cursor });
    expect(elsewhere).toMatchObject({ code: 'invalid_request' });
  });

  it('may end a page early at its read budget, and the next page continues', async () => {
    for (let n = 0; n < 25; n += 1) {
      service.advance(1);
      await save(Array.from({ length: 100 }, () => ({ name: n === 0 ? 'needle' : 'hay' })));
    }
    const first = outputSchema('getUsers').parse((await call('getUsers', { q: 'needle' })).body);
    expect(first).toMatchObject({ hasMore: true, items: [] });
    const pages = pagesOf((cursor) => call('getUsers', { q: 'needle', cursor }));
    expect(await itemsOfPages(pages)).toHaveLength(100);
    const full = await call('getUsers', { limit: 1000, fields: ['id'] });
    expect(full.body['items']).toHaveLength(1000);
  });
});
