import { describe, expect, it } from 'vitest';
import { newRecord } from '../records/fields.ts';
import { client, onASite, set } from '../testing/on-a-site.ts';

const { service, site, call, run } = onASite();

type Search = 'getUsers' | 'getIssues' | 'getInterestAccounts' | 'getDocuments';
interface Page {
  readonly items: Record<string, unknown>[];
  readonly hasMore: boolean;
  readonly nextCursor?: string;
}

const page = async (operation: Search, input: object) =>
  (await call(operation, input)).body as unknown as Page;
const users = (input: object) => page('getUsers', { sort: 'oldest', ...input });
const names = async (input: object) => (await users(input)).items.map(({ name }) => name);
const save = (...saved: object[]) => call('saveUsers', { users: saved });

describe('q', () => {
  it('of white space alone counts as none: deleted users are listed too, and cursors stay valid', async () => {
    await save({ name: 'Ada' }, { name: 'Bo' });
    const [first] = (await users({})).items;
    const deletion = client([{ id: first?.['id'], deleted: true }], 'id');
    await run([deletion]);
    for (const q of ['', ' ', '\t\n', '\u00a0\u3000']) {
      expect(await names({ q })).toEqual(['Ada', 'Bo']);
      const { nextCursor } = await users({ q, limit: 1 });
      expect(await names({ cursor: nextCursor })).toEqual(['Bo']);
    }
  });

  it('ignores outer white space and case, also between pages', async () => {
    await save({ name: 'Ada One' }, { name: 'Ada Two' });
    const { nextCursor } = await users({ q: ' ADA\n', limit: 1 });
    expect(await names({ q: 'ada', cursor: nextCursor })).toEqual(['Ada Two']);
  });

  it('finds an issue by its identifier, its title and its discussion, and by nothing else', async () => {
    const date = '2026-03-01T08:00:00.000Z';
    const discussion = {
      messages: [{ id: 'm1', text: 'The plumber comes on Monday', date, authorId: 'u77' }],
    };
    const fields = { identifier: 'I-1', title: 'Leaking pipe', requesterId: 'r55', discussion };
    const ref = { kind: 'issue', id: service.services.newId() };
    const record = newRecord(ref, fields, { writer: 'test', importId: null, date });
    await service.services.store.records.write(site.siteId, [{ record, replaces: null }]);
    for (const q of ['i-1', 'LEAK', 'plumber'])
      expect((await page('getIssues', { q })).items).toHaveLength(1);
    for (const q of ['u77', 'r55', 'm1', '2026', 'messages'])
      expect((await page('getIssues', { q })).items).toEqual([]);
    expect((await page('getIssues', { fields: ['discussion'] })).items).toEqual([{ discussion }]);
  });
});

describe('a filter', () => {
  it('without values finds nothing at once', async () => {
    const accounts = [{ name: 'Ada' }, { name: 'Bo', email: 'b@x.org' }];
    await run([
      set('interestAccount', 'name', accounts),
      set('issue', 'identifier', [{ identifier: 'I-1', title: 'One' }]),
    ]);
    const nothing = { items: [], hasMore: false };
    for (const filter of [{ email: '' }, { email: ' ' }, { ownerNumber: '' }]) {
      expect(await page('getInterestAccounts', { ...filter, limit: 1 })).toMatchObject(nothing);
    }
    expect(await page('getIssues', { requesterIds: [] })).toMatchObject(nothing);
    expect(await page('getDocuments', { userIds: [] })).toMatchObject(nothing);
  });
});
