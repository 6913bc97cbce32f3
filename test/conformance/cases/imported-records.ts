import { deepEqual, equal, match } from 'node:assert/strict';
import { listIn, stranger, unique } from '../caller.ts';
import { holds, type Case } from '../case.ts';
import { ada, anEmail, clients, createdIds, importedId, previewOf } from './importing.ts';
import { isRefused, saved, setOf, settled, succeeds, userOf, yields } from './importing.ts';

const records: readonly Case[] = [
  holds('§4.2', 'a record that is not found is created, and one that is found is updated', async (site) => {
    const record = ada();
    await succeeds(site, clients(record));
    const [created] = await settled(site, 'getUsers', { q: record.email }, 1);
    equal(created?.['name'], record.name);
    await succeeds(site, clients({ ...record, name: 'Ada Byron' }));
    await site.eventually('its new name is found', async () => {
      const [found, ...others] = await site.all('getUsers', { q: record.email });
      deepEqual([found?.['id'], others], [created?.['id'], []]);
      return found?.['name'] === 'Ada Byron' || undefined;
    });
  }),
  holds(
    '§4.2, D9',
    'a record that is not found is created, one that is found updated, an equal one not written',
    async (site) => {
      const [one, two, three] = [ada(), ada(), ada()];
      const first = createdIds(await succeeds(site, clients(one, two)));
      const [, id = ''] = first;
      const { updatedDate } = await userOf(site, id);
      await site.pass(2);
      const again = clients({ ...one, name: 'Ada Byron' }, two, three);
      const second = await yields(site, again, 'updated', 'unchanged', 'created');
      deepEqual(createdIds(second).slice(0, 2), first);
      equal((await userOf(site, id))['updatedDate'], updatedDate);
    },
  ),
  holds('D9', 'null and white space clear a field, an absent field keeps it', async (site) => {
    const email = anEmail();
    const phones = { homePhone: '1', cellPhone: '2', workPhone: '3' };
    const id = await importedId(site, clients({ email, name: 'Ada', ...phones }));
    await succeeds(site, clients({ email, homePhone: null, cellPhone: ' ' }));
    const { homePhone, cellPhone, workPhone, name } = await userOf(site, id);
    deepEqual([homePhone, cellPhone, workPhone, name], [null, null, '3', 'Ada']);
  }),
  holds('D9', 'deleted deletes, and to delete again changes nothing', async (site) => {
    const record = ada();
    const id = await importedId(site, clients(record));
    const gone = clients({ email: record.email, deleted: true });
    await yields(site, gone, 'deleted');
    equal((await userOf(site, id))['deleted'], true);
    await yields(site, gone, 'unchanged');
    await yields(site, clients({ ...record, name: 'New' }), 'created');
  }),
  holds('§4.2', 'a lookup by id updates, and is invalid when there is no such record', async (site) => {
    const [id = ''] = await saved(site, { name: 'Ada' });
    await yields(site, setOf('client', 'id', { id, name: 'Bo' }), 'updated');
    equal((await userOf(site, id))['name'], 'Bo');
    const strangers = setOf('client', 'id', { id: unique(), name: 'Cy' });
    equal(await isRefused(site, strangers), true);
    if (!site.ours) return;
    const { status, errorMessage } = await site.imported(strangers);
    equal(status, 'invalid');
    match(errorMessage ?? '', /record 1 .*\bid\b/);
  }),
  ...['email', 'name', 'username'].map((lookup) =>
    holds('§4.2, D5', `clients are found by ${lookup}`, async (site) => {
      const isEmail = lookup === 'email';
      const value = isEmail ? anEmail() : unique();
      const id = await importedId(site, setOf('client', lookup, { name: unique(), [lookup]: value }));
      const asked = ` ${isEmail ? value.toUpperCase() : value} `;
      const again = await succeeds(site, setOf('client', lookup, { [lookup]: asked, homePhone: '7' }));
      deepEqual(previewOf(again).outcomes, [[1, 'updated', id]]);
    }),
  ),
  holds('D18', 'the lookup field of a record that is found is not rewritten', async (site) => {
    const record = ada();
    const id = await importedId(site, clients(record));
    await succeeds(site, clients({ email: record.email.toUpperCase(), name: 'Bo' }));
    const { email, name } = await userOf(site, id);
    deepEqual([email, name], [record.email, 'Bo']);
  }),
  holds('D5', 'a lookup that finds several records is invalid, and names them', async (site) => {
    const email = anEmail();
    const ids = await saved(site, { name: 'Ada', email }, { name: 'Bo', email });
    const { status, errorMessage } = await site.imported(clients({ email, homePhone: '1' }));
    equal(status, 'invalid');
    for (const id of ids) match(errorMessage ?? '', new RegExp(id));
  }),
  holds('D5', 'a professional is no client: a match of the other type is invalid', async (site) => {
    const record = ada();
    await saved(site, { ...record, userType: 'professional' });
    const renamed = { ...record, name: 'Bo' };
    equal((await site.imported(clients(renamed))).status, 'invalid');
    await yields(site, setOf('professional', 'email', renamed), 'updated');
  }),
  holds('D5', 'two clients may share an e-mail address', async (site) => {
    const email = anEmail();
    const couple = [unique(), unique()].map((name) => ({ name, email }));
    await yields(site, setOf('client', 'name', ...couple), 'created', 'created');
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
        const set = setOf(schema, lookup, record);
        const first = await yields(site, set, 'created');
        await yields(site, set, 'unchanged');
        const loud = (name: string) => ` ${name.toUpperCase()} `;
        const changed = setOf(loud(schema), loud(lookup), { ...record, ...change });
        const again = await yields(site, changed, 'deleted' in change ? 'deleted' : 'updated');
        deepEqual(createdIds(again), createdIds(first));
      },
    ),
  ),
  holds(
    '§4.2, D18',
    'items of a list are imported as ListItem.<list name>, also of a list that an earlier set creates',
    async (site) => {
      const name = `List ${unique()}`;
      const item = { code: 'A', title: 'Alpha' };
      const sets = [
        ...setOf('list', 'name', { name }),
        ...setOf(`listitem. ${name.toUpperCase()}`, 'code', item),
      ];
      const [listId, id] = createdIds(await yields(site, sets, 'created', 'created'));
      const result = await site.ok('createListItems', { listId, items: [item] });
      deepEqual(listIn(result, 'items'), [{ id, title: 'Alpha', created: false }]);
    },
  ),
  holds('§4.2, D10', 'one request carries sets of different schemas, numbered as one', async (site) => {
    const mark = unique();
    const imported = await succeeds(site, [
      ...setOf('role', 'name', { name: `${mark} a` }, { name: `${mark} b` }),
      ...clients({ email: anEmail(), name: mark }),
      ...setOf('interestAccount', 'ownerNumber', { ownerNumber: mark, name: mark }),
    ]);
    const numbers = previewOf(imported).outcomes.map(([number]) => number);
    deepEqual(numbers, [1, 2, 3, 4]);
    await settled(site, 'getInterestAccounts', { ownerNumber: mark }, 1);
  }),
  holds('D18', 'a later set may change what an earlier one creates', async (site) => {
    const record = ada();
    const sets = [...clients(record), ...clients({ ...record, name: 'Bo' })];
    const [first = '', second = ''] = createdIds(await succeeds(site, sets));
    equal(first, second);
    equal((await userOf(site, first))['name'], 'Bo');
  }),
  holds('invariant 19', 'an import finds nothing of another site', async (site) => {
    const other = stranger(site);
    const record = { ...ada(), name: 'Mine' };
    const id = await importedId(site, clients(record));
    const isMine = async () => equal((await userOf(site, id))['name'], 'Mine');
    await yields(other, clients({ ...record, name: 'Theirs' }), 'created');
    await isMine();
    equal((await other.imported(setOf('client', 'id', { id, name: 'Theirs' }))).status, 'invalid');
    await isMine();
  }),
];

export const importedRecordCases: readonly Case[] = [...records, ...kinds];
