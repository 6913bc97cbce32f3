import assert from 'node:assert/strict';
import { listIn, unique } from '../caller.ts';
import { given, holds, type Case } from '../case.ts';
import { createdIds, outcomesOf, previewOf } from './preview.ts';
import { saved, settled } from './searches.ts';
import { clients, anEmail, succeeds, userOf } from './importing.ts';

const records: readonly Case[] = [
  holds(
    '§4.2',
    'a record that is not found is created, one that is found updated, an equal one not written',
    async (site) => {
      const [one, two, three] = [anEmail(), anEmail(), anEmail()];
      const first = await succeeds(
        site,
        clients([
          { email: one, name: 'Ada' },
          { email: two, name: 'Bo' },
        ]),
      );
      const [, id = ''] = createdIds(first);
      const { updatedDate } = await userOf(site, id);
      await site.pass(2);
      const again = [
        { email: one, name: 'Ada Byron' },
        { email: two, name: 'Bo' },
        { email: three, name: 'Cy' },
      ];
      const second = await succeeds(site, clients(again));
      assert.deepEqual(outcomesOf(second), ['updated', 'unchanged', 'created']);
      assert.deepEqual(createdIds(second).slice(0, 2), createdIds(first));
      assert.equal((await userOf(site, id))['updatedDate'], updatedDate);
    },
  ),
  holds('D9', 'null and white space clear a field, an absent field keeps it', async (site) => {
    const email = anEmail();
    const phones = { homePhone: '1', cellPhone: '2', workPhone: '3' };
    const [id = ''] = createdIds(await succeeds(site, clients([{ email, name: 'Ada', ...phones }])));
    await succeeds(site, clients([{ email, homePhone: null, cellPhone: ' ' }]));
    const { homePhone, cellPhone, workPhone, name } = await userOf(site, id);
    assert.deepEqual([homePhone, cellPhone, workPhone, name], [null, null, '3', 'Ada']);
  }),
  holds('D9', 'deleted deletes, and to delete again changes nothing', async (site) => {
    const email = anEmail();
    const [id = ''] = createdIds(await succeeds(site, clients([{ email, name: 'Ada' }])));
    const gone = clients([{ email, deleted: true }]);
    assert.deepEqual(outcomesOf(await succeeds(site, gone)), ['deleted']);
    assert.equal((await userOf(site, id))['deleted'], true);
    assert.deepEqual(outcomesOf(await succeeds(site, gone)), ['unchanged']);
    assert.deepEqual(outcomesOf(await succeeds(site, clients([{ email, name: 'New' }]))), ['created']);
  }),
  holds('§4.2', 'a lookup by id updates, and is invalid when there is no such record', async (site) => {
    const [id = ''] = await saved(site, [{ name: 'Ada' }]);
    assert.deepEqual(outcomesOf(await succeeds(site, clients([{ id, name: 'Bo' }], 'id'))), ['updated']);
    assert.equal((await userOf(site, id))['name'], 'Bo');
    const { status, error, errorMessage } = await site.imported(
      clients([{ id: unique(), name: 'Cy' }], 'id'),
    );
    assert.deepEqual([status, error], ['invalid', true]);
    assert.match(errorMessage ?? '', /record 1 .*\bid\b/);
  }),
  ...(['email', 'name', 'username'] as const).map((lookup) =>
    holds('§4.2, D5', `clients are found by ${lookup}`, async (site) => {
      const value = lookup === 'email' ? anEmail() : unique();
      const record = { name: unique(), [lookup]: value };
      const [id] = createdIds(await succeeds(site, clients([record], lookup)));
      const asked = lookup === 'email' ? ` ${value.toUpperCase()} ` : ` ${value} `;
      const again = await succeeds(site, clients([{ [lookup]: asked, homePhone: '7' }], lookup));
      assert.deepEqual(previewOf(again).outcomes, [[1, 'updated', id]]);
    }),
  ),
  holds('D18', 'the lookup field of a record that is found is not rewritten', async (site) => {
    const email = anEmail();
    const [id = ''] = createdIds(await succeeds(site, clients([{ email, name: 'Ada' }])));
    await succeeds(site, clients([{ email: email.toUpperCase(), name: 'Bo' }]));
    assert.deepEqual([(await userOf(site, id))['email'], (await userOf(site, id))['name']], [email, 'Bo']);
  }),
  holds('D5', 'a lookup that finds several records is invalid, and names them', async (site) => {
    const email = anEmail();
    const ids = await saved(site, [
      { name: 'Ada', email },
      { name: 'Bo', email },
    ]);
    const { status, errorMessage } = await site.imported(clients([{ email, homePhone: '1' }]));
    assert.equal(status, 'invalid');
    for (const id of ids) assert.match(errorMessage ?? '', new RegExp(id));
  }),
  holds('D5', 'a professional is no client: a match of the other type is invalid', async (site) => {
    const email = anEmail();
    await saved(site, [{ name: 'Ada', email, userType: 'professional' }]);
    assert.equal((await site.imported(clients([{ email, name: 'Bo' }]))).status, 'invalid');
    const professionals = [{ schema: 'professional', lookup: 'email', records: [{ email, name: 'Bo' }] }];
    assert.deepEqual(outcomesOf(await succeeds(site, professionals)), ['updated']);
  }),
  holds('D5', 'two clients may share an e-mail address', async (site) => {
    const email = anEmail();
    const couple = [
      { name: unique(), email },
      { name: unique(), email },
    ];
    assert.deepEqual(outcomesOf(await succeeds(site, clients(couple, 'name'))), ['created', 'created']);
  }),
];

/** One new record of each schema, a change of it, and the lookup by which it is found again. */
const schemas: readonly [string, string, (mark: string) => object, object][] = [
  ['client', 'email', (mark) => ({ email: `${mark}@example.org`, name: mark }), { homePhone: '1' }],
  ['professional', 'username', (mark) => ({ username: mark, name: mark }), { homePhone: '1' }],
  ['list', 'name', (mark) => ({ name: mark }), { deleted: true }],
  ['role', 'name', (mark) => ({ name: mark }), { deleted: true }],
  ['interestAccount', 'ownerNumber', (mark) => ({ ownerNumber: mark, name: mark }), { phone: '1' }],
  ['ownerAccount', 'name', (mark) => ({ name: mark }), { address: 'Mill Road 1' }],
  ['issue', 'identifier', (mark) => ({ identifier: mark, title: mark }), { open: true }],
  ['issue', 'title', (mark) => ({ title: mark }), { dueDate: '2026-01-31' }],
];

const kinds: readonly Case[] = [
  ...schemas.map(([schema, lookup, recordOf, change]) =>
    holds(
      '§4.2, D10',
      `${schema} is imported by ${lookup}, in any case and spacing of both names`,
      async (site) => {
        const record = recordOf(unique());
        const set = { schema, lookup, records: [record] };
        const first = await succeeds(site, [set]);
        assert.deepEqual(outcomesOf(first), ['created']);
        assert.deepEqual(outcomesOf(await succeeds(site, [set])), ['unchanged']);
        const loudly = { schema: ` ${schema.toUpperCase()} `, lookup: ` ${lookup.toUpperCase()} ` };
        const again = await succeeds(site, [{ ...loudly, records: [{ ...record, ...change }] }]);
        assert.deepEqual(outcomesOf(again), ['deleted' in change ? 'deleted' : 'updated']);
        assert.deepEqual(createdIds(again), createdIds(first));
      },
    ),
  ),
  holds(
    '§4.2, D18',
    'items of a list are imported as ListItem.<list name>, also of a list that an earlier set creates',
    async (site) => {
      const name = `List ${unique()}`;
      const items = {
        schema: `listitem. ${name.toUpperCase()}`,
        lookup: 'code',
        records: [{ code: 'A', title: 'Alpha' }],
      };
      const both = await succeeds(site, [{ schema: 'list', lookup: 'name', records: [{ name }] }, items]);
      assert.deepEqual(outcomesOf(both), ['created', 'created']);
      const [listId, itemId] = createdIds(both);
      const result = await site.ok('createListItems', { listId, items: [{ code: 'A', title: 'Alpha' }] });
      assert.deepEqual(listIn(result, 'items'), [{ id: itemId, title: 'Alpha', created: false }]);
    },
  ),
  holds('§4.2', 'one request carries sets of different schemas, numbered as one', async (site) => {
    const mark = unique();
    const imported = await succeeds(site, [
      { schema: 'role', lookup: 'name', records: [{ name: `${mark} a` }, { name: `${mark} b` }] },
      { schema: 'client', lookup: 'email', records: [{ email: anEmail(), name: mark }] },
      { schema: 'interestAccount', lookup: 'ownerNumber', records: [{ ownerNumber: mark, name: mark }] },
    ]);
    assert.deepEqual(
      previewOf(imported).outcomes.map(([number]) => number),
      [1, 2, 3, 4],
    );
    await settled(site, 'getInterestAccounts', { ownerNumber: mark }, 1);
  }),
  holds('D18', 'a later set may change what an earlier one creates', async (site) => {
    const email = anEmail();
    const sets = [...clients([{ email, name: 'Ada' }]), ...clients([{ email, name: 'Bo' }])];
    const [first = '', second = ''] = createdIds(await succeeds(site, sets));
    assert.equal(first, second);
    assert.equal((await userOf(site, first))['name'], 'Bo');
  }),
  holds('invariant 19', 'an import finds nothing of another site', async (site) => {
    const other = site.as(given(site.given.otherSite, 'a token of another site'));
    const email = anEmail();
    const [mine = ''] = createdIds(await succeeds(site, clients([{ email, name: 'Mine' }])));
    const theirs = await succeeds(other, clients([{ email, name: 'Theirs' }]));
    assert.deepEqual(outcomesOf(theirs), ['created']);
    assert.equal((await userOf(site, mine))['name'], 'Mine');
    assert.equal((await other.imported(clients([{ id: mine, name: 'Theirs' }], 'id'))).status, 'invalid');
    assert.equal((await userOf(site, mine))['name'], 'Mine');
  }),
];

export const importedRecordCases: readonly Case[] = [...records, ...kinds];
