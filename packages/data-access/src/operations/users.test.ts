import { describe, expect, it } from 'vitest';
import { inputSchema, outputSchema, userFields } from '@sluice/contract';
import { client, itemsOfPages, onASite, pagesOf } from '../testing/on-a-site.ts';

const { service, call, run, users } = onASite();

const save = (users: object[]) => call('saveUsers', { users });
const savedIds = async (users: object[]): Promise<string[]> => {
  const { users: saved } = outputSchema('saveUsers').parse((await save(users)).body);
  return saved.map(({ id }) => id);
};
const user = async (id: string, fields?: string[]) => {
  const { body } = await call('getUser', { id, ...(fields && { fields }) });
  return body['user'] as Record<string, unknown>;
};
const names = async (input: object) => {
  const { body } = await call('getUsers', input);
  return (body['items'] as { name: string }[]).map(({ name }) => name);
};

/** A signature of 43 characters has bits to spare in the last: each of these once decoded to the same bytes. */
const lastChanged = (cursor: string): string[] =>
  Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
    .map((last) => cursor.slice(0, -1) + last)
    .filter((changed) => changed !== cursor);

describe('saveUsers', () => {
  it('creates users in the order submitted, clients by default', async () => {
    const { body } = await save([{ name: 'Ada' }, { name: 'Bo', userType: 'professional' }]);
    const { users } = outputSchema('saveUsers').parse(body);
    expect(users.map(({ updatedDate }) => updatedDate)).toEqual(Array(2).fill('2026-03-01T08:00:00.000Z'));
    expect(await user(users[0]!.id)).toMatchObject({ name: 'Ada', userType: 'client' });
    expect(await user(users[1]!.id)).toMatchObject({ name: 'Bo', userType: 'professional' });
  });

  it('updates what is sent, clears what is null, keeps the rest', async () => {
    const [id = ''] = await savedIds([
      { name: 'Ada', email: ' Ada@Example.org ', cellPhone: '0151 2345678', username: 'ada' },
    ]);
    service.advance(1000);
    await save([{ id, username: null, email: 'ada@new.org' }]);
    expect(await user(id)).toMatchObject({
      name: 'Ada',
      email: 'ada@new.org',
      cellPhone: '0151 2345678',
      username: null,
      createdDate: '2026-03-01T08:00:00.000Z',
      updatedDate: '2026-03-01T08:00:01.000Z',
    });
  });

  it('does not write a user whose values are stored already', async () => {
    const [id = ''] = await savedIds([{ name: 'Ada', email: 'ada@example.org' }]);
    service.advance(1000);
    const { body } = await save([{ id, name: 'Ada', email: 'ada@example.org' }]);
    expect(body['users']).toEqual([{ id, updatedDate: '2026-03-01T08:00:00.000Z' }]);
  });

  it('takes a flag that was never set for false, as it is answered', async () => {
    const [id = ''] = await savedIds([{ name: 'Ada' }]);
    const made = await user(id);
    service.advance(1000);
    await save([{ id, isSuspended: made['isSuspended'] }]);
    expect(await user(id)).toEqual(made);
    await save([{ id, isSuspended: true }]);
    expect(await user(id, ['isSuspended'])).toEqual({ isSuspended: true });
  });

  it('saves nothing when one user is unknown, twice there, or has an unknown role (invariant 16)', async () => {
    const [id = ''] = await savedIds([{ name: 'Ada' }]);
    expect(await save([{ name: 'New' }, { id: 'nobody', name: 'X' }])).toMatchObject({ code: 'not_found' });
    expect((await save([{ name: 'New' }, { id: 'nobody', name: 'X' }])).message).toContain('users[1].id');
    expect(await save([{ name: 'New' }, { id, name: 'A' }, { id, name: 'B' }])).toMatchObject({
      code: 'invalid_request',
    });
    expect((await save([{ name: 'New', roleIds: ['r'] }])).message).toContain('users[0].roleIds');
    expect(await save([{ name: 'New' }, { email: 'no name' }])).toMatchObject({ code: 'invalid_request' });
    expect(await names({})).toEqual(['Ada']);
  });

  it('saves 100 users, and refuses 101 with the number', async () => {
    const many = Array.from({ length: 101 }, (_, n) => ({ name: `U${n}` }));
    expect((await save(many)).message).toContain('100');
    expect(await savedIds(many.slice(1))).toHaveLength(100);
  });

  it('lets couples share an e-mail', async () => {
    await save([{ name: 'Ada', email: 'home@example.org' }]);
    expect((await save([{ name: 'Bo', email: 'HOME@example.org' }])).ok).toBe(true);
    expect(await names({ q: 'home@' })).toEqual(['Bo', 'Ada']);
  });

  it('plans again when somebody else writes the same user at the same moment, and loses no update', async () => {
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

  it('touches nothing of another site (invariant 19)', async () => {
    const [id = ''] = await savedIds([{ name: 'Ada' }]);
    const other = await service.newSite();
    expect(await service.call('saveUsers', other, { users: [{ id, name: 'Eve' }] })).toMatchObject({
      code: 'not_found',
    });
    expect(await service.call('getUser', other, { id })).toMatchObject({ code: 'not_found' });
    expect((await service.call('getUsers', other)).body['items']).toEqual([]);
  });
});

describe('getUser', () => {
  it('answers every field, null when empty, or those asked for', async () => {
    const [id = ''] = await savedIds([{ name: 'Ada' }]);
    const whole = await user(id);
    expect(Object.keys(whole)).toEqual(inputSchema('getUser').parse({ id }).fields);
    expect(whole).toMatchObject({ id, email: null, isSuspended: false, deleted: false, roleIds: null });
    expect(await user(id, ['email', 'name'])).toEqual({ email: null, name: 'Ada' });
    expect(Object.keys(whole)).toHaveLength(Object.keys(userFields).length);
  });

  it('is not_found for an id that no user has', async () => {
    expect(await call('getUser', { id: 'x' })).toMatchObject({
      code: 'not_found',
      body: { error: { status: 404 } },
    });
  });

  it('answers a deleted user as deleted', async () => {
    const [id = ''] = await savedIds([{ name: 'Ada' }]);
    await run([client([{ id, deleted: true }], 'id')]);
    expect(await user(id, ['deleted', 'name'])).toEqual({ deleted: true, name: 'Ada' });
  });
});

describe('getUsers', () => {
  const fill = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      service.advance(1000);
      await save([
        { name: `U${String(n).padStart(3, '0')}`, userType: n % 3 === 0 ? 'professional' : 'client' },
      ]);
    }
  };

  const pages = async (input: object) => {
    const items = await itemsOfPages(pagesOf((cursor) => call('getUsers', { ...input, cursor })));
    return items.map(({ name }) => name);
  };

  it('pages through every user once, in each order, whatever the limit', async () => {
    await fill(25);
    const all = Array.from({ length: 25 }, (_, n) => `U${String(n).padStart(3, '0')}`);
    for (const limit of [1, 7, 25, 1000]) {
      expect(await pages({ sort: 'oldest', limit })).toEqual(all);
      expect(await pages({ limit })).toEqual(all.toReversed());
      expect(await pages({ sort: 'updated', limit })).toEqual(all.toReversed());
    }
  });

  it('fills a page with 100 by default, and reports when there are no more', async () => {
    await save(Array.from({ length: 100 }, (_, n) => ({ name: `A${n}` })));
    expect((await call('getUsers')).body).toMatchObject({ hasMore: false });
    await save([{ name: 'One more' }]);
    const { body } = await call('getUsers');
    expect(body).toMatchObject({ hasMore: true });
    expect(body['items']).toHaveLength(100);
  });

  it('keeps its cursor good while users are added and changed', async () => {
    await fill(10);
    const first = outputSchema('getUsers').parse((await call('getUsers', { limit: 4 })).body);
    await fill(3);
    await save([{ id: first.items[3]!.id, username: 'moved' }]);
    const next = await call('getUsers', {
      limit: 100,
      cursor: first.nextCursor,
      fields: ['name'],
    });
    expect(next.body['items']).toEqual(
      ['U005', 'U004', 'U003', 'U002', 'U001', 'U000'].map((name) => ({ name })),
    );
  });

  it('refuses a cursor that was changed, or that belongs to another site, operation, filter or sort (invariant 19)', async () => {
    await fill(5);
    const input = { limit: 2, userType: 'client', updatedAfter: 0 };
    const { body } = await call('getUsers', input);
    const cursor = String(body['nextCursor']);
    expect((await call('getUsers', { ...input, limit: 3, fields: ['id'], cursor })).ok).toBe(true);
    expect((await call('getUsers', { ...input, updatedAfter: '1970-01-01T00:00:00.000Z', cursor })).ok).toBe(
      true,
    );
    for (const other of [
      { ...input, sort: 'oldest' },
      { ...input, userType: 'professional' },
      { ...input, q: 'U' },
      { limit: 2 },
      { ...input, updatedAfter: 1 },
      { ...input, cursor: `${cursor}x` },
      { ...input, cursor: `${cursor}.x` },
      { ...input, cursor: `${cursor}=` },
      ...lastChanged(cursor).map((changed) => ({ ...input, cursor: changed })),
      { ...input, cursor: 'nonsense' },
    ]) {
      expect(await call('getUsers', { cursor, ...other })).toMatchObject({
        code: 'invalid_request',
      });
    }
    const stranger = await service.newSite();
    expect(await service.call('getUsers', stranger, { ...input, cursor })).toMatchObject({
      code: 'invalid_request',
    });
    expect(await call('getIssues', { cursor })).toMatchObject({ code: 'invalid_request' });
  });

  it('filters by userType', async () => {
    await fill(7);
    expect(await pages({ userType: 'professional', limit: 2 })).toEqual(['U006', 'U003', 'U000']);
  });

  it('bounds by time of update, strictly, as text and as milliseconds', async () => {
    await fill(5);
    const at = Date.parse('2026-03-01T08:00:02.000Z');
    for (const sort of ['newest', 'updated']) {
      expect(await names({ sort, updatedAfter: at, updatedBefore: at + 3000 })).toEqual(['U003', 'U002']);
      expect(await names({ sort, updatedAfter: '2026-03-01T08:00:04.000Z' })).toEqual(['U004']);
      expect(await names({ sort, updatedBefore: '2026-03-01T08:00:02.000Z' })).toEqual(['U000']);
    }
  });

  it('finds q anywhere in name, e-mail and phones, in any case', async () => {
    await save([
      { name: 'ÉMILE Zola', email: 'z@paris.example' },
      { name: 'Bo', homePhone: '030 1234' },
      { name: 'Cy', cellPhone: '0151 999' },
      { name: 'Di', workPhone: '0800 7', username: 'zola' },
    ]);
    expect(await names({ q: 'émile z' })).toEqual(['ÉMILE Zola']);
    expect(await names({ q: 'PARIS' })).toEqual(['ÉMILE Zola']);
    expect(await names({ q: '0 123', sort: 'updated' })).toEqual(['Bo']);
    expect(await names({ q: '999' })).toEqual(['Cy']);
    expect(await names({ q: '0800' })).toEqual(['Di']);
    expect(await names({ q: 'zola' })).toEqual(['ÉMILE Zola']);
    expect(await names({ q: '' })).toHaveLength(4);
  });

  it('lists deleted users, but not by q', async () => {
    const [id = ''] = await savedIds([{ name: 'Ada' }, { name: 'Bo' }]);
    service.advance(1000);
    await run([client([{ id, deleted: true }], 'id')]);
    expect(await names({ sort: 'updated' })).toEqual(['Ada', 'Bo']);
    expect(await names({ q: 'a' })).toEqual([]);
  });

  it('may end a page short at its read budget, and goes on from there', async () => {
    for (let n = 0; n < 25; n += 1) {
      service.advance(1);
      await save(Array.from({ length: 100 }, () => ({ name: n === 0 ? 'needle' : 'hay' })));
    }
    const first = outputSchema('getUsers').parse((await call('getUsers', { q: 'needle' })).body);
    expect(first).toMatchObject({ hasMore: true, items: [] });
    expect(await pages({ q: 'needle' })).toHaveLength(100);
    const full = await call('getUsers', { limit: 1000, fields: ['id'] });
    expect(full.body['items']).toHaveLength(1000);
  });
});
