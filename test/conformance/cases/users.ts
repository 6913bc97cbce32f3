import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { listIn, shared, stranger, textIn, unique, type Caller } from '../caller.ts';
import { holds, type Case } from '../case.ts';
import { allFields, eachField } from './fields.ts';
import { saved, setOf, settled, userOf } from './importing.ts';

/** Section 2.4. */
const names = [
  ...['id', 'name', 'email', 'username', 'timezone', 'langCode', 'homePhone', 'cellPhone', 'workPhone'],
  ...['userType', 'isSuspended', 'lastContactDate', 'firstContactDate', 'deleted', 'roleIds', 'record'],
  ...['messageSettings', 'privateDiscussion', 'createdDate', 'updatedDate'],
];
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

async function oneUser(site: Caller, user: object = {}): Promise<string> {
  const [id = ''] = await saved(site, { name: unique(), ...user });
  return id;
}
const someone = shared((site) => oneUser(site));

const nameOf = async (site: Caller, id: string) => (await userOf(site, id, ['name']))['name'];
const nameList = async (site: Caller, filters: object): Promise<unknown[]> =>
  (await site.all('getUsers', { ...filters, fields: ['name'] })).map(({ name }) => name);

const wrongFields = [[], ['name', 'colour'], ['customFields'], 'name', [7], ['__proto__'], null];

const reading: readonly Case[] = [
  holds('§4, D17', 'getUser answers all fields, null where nothing is known', async (site) => {
    const user = await userOf(site, await oneUser(site));
    allFields(site, user, names);
    const { email, isSuspended, deleted, privateDiscussion } = user;
    deepEqual([email, isSuspended, deleted, privateDiscussion], [null, false, false, { messages: [] }]);
    for (const date of ['createdDate', 'updatedDate']) match(textIn(user, date), iso);
  }),
  ...eachField(
    '§2.4',
    names,
    (name) => `getUser answers ${name} alone when it is asked for alone`,
    async (site, fields) => [await userOf(site, await someone(site), fields)],
  ),
  holds('§4', 'getUsers answers all fields, or those asked for', async (site) => {
    const name = unique();
    await oneUser(site, { name, userType: 'client' });
    await settled(site, 'getUsers', { q: name }, 1);
    allFields(site, (await site.all('getUsers', { q: name }))[0], names);
    const fields = ['name', 'userType'];
    deepEqual(await site.all('getUsers', { q: name, fields }), [{ name, userType: 'client' }]);
  }),
  ...['getUser', 'getUsers'].map((operation) =>
    holds('§4, D3', `${operation} refuses names that are no fields, and no name at all`, async (site) => {
      const id = operation === 'getUser' ? { id: await oneUser(site) } : {};
      await site.refusesEach(operation, { fields: wrongFields }, id);
    }),
  ),
  holds('§4.1.1', 'getUser of an unknown id is not found', async (site) => {
    await site.refusal('not_found', 'getUser', { id: unique() });
  }),
  holds('§4', 'getUser needs an id that is a text', (site) =>
    site.refusesEach('getUser', { id: [undefined, '', 7, null, ['a']] }),
  ),
  holds('invariant 19', 'getUser of a user of another site is not found', async (site) => {
    const id = await oneUser(site);
    await stranger(site).refusal('not_found', 'getUser', { id });
    await stranger(site).refusal('not_found', 'saveUsers', { users: [{ id, name: 'Taken' }] });
    notEqual(await nameOf(site, id), 'Taken');
  }),
];

const searched: readonly [string, (text: string) => string][] = [
  ['name', (text) => `Ada ${text} Byron`],
  ['email', (text) => `${text}@example.org`],
  ['homePhone', (text) => `+1 ${text}`],
  ['cellPhone', (text) => `0151 ${text}`],
  ['workPhone', (text) => `${text} ext. 7`],
];

const finding: readonly Case[] = [
  ...searched.map(([field, valueOf]) =>
    holds('§4, D4', `getUsers finds q anywhere in ${field}, in any case`, async (site) => {
      const text = unique().toUpperCase();
      const id = await oneUser(site, { [field]: valueOf(text) });
      for (const q of [text, text.toLowerCase(), text.slice(2)]) {
        const [user] = await settled(site, 'getUsers', { q }, 1);
        equal(user?.['id'], id);
      }
    }),
  ),
  holds('§4', 'getUsers does not search usernames for q', async (site) => {
    const [name, username] = [unique(), unique().toUpperCase()];
    await oneUser(site, { name, username });
    await settled(site, 'getUsers', { q: name }, 1);
    deepEqual(await nameList(site, { q: username }), []);
  }),
  holds('§2.4', 'getUsers filters by userType', async (site) => {
    const q = unique();
    await saved(site, { name: `${q} a`, userType: 'client' }, { name: `${q} b`, userType: 'professional' });
    await settled(site, 'getUsers', { q }, 2);
    deepEqual(await nameList(site, { q, userType: 'client' }), [`${q} a`]);
    deepEqual(await nameList(site, { q, userType: 'professional' }), [`${q} b`]);
    await site.refusesEach('getUsers', { userType: ['admin', '', null, 1] });
  }),
  holds('D5, D20', 'a deleted user is answered as deleted and listed, but not found by q', async (site) => {
    const name = unique();
    const id = await oneUser(site, { name, userType: 'client' });
    const { updatedDate } = await userOf(site, id);
    await site.pass(2);
    await site.imported(setOf('client', 'id', { id, deleted: true }));
    equal((await userOf(site, id))['deleted'], true);
    deepEqual(await settled(site, 'getUsers', { q: name }, 0), []);
    const since = { sort: 'updated', updatedAfter: updatedDate, fields: ['id', 'deleted'] };
    await site.eventually('the deleted user is listed', async () =>
      (await site.all('getUsers', since)).find((user) => user['id'] === id && user['deleted'] === true),
    );
    await site.refusal('not_found', 'saveUsers', { users: [{ id, name: 'Back again' }] });
  }),
];

const valid = {
  ...{ email: 'ada@example.org', username: 'ada', timezone: 'Europe/Berlin', langCode: 'pt-BR' },
  ...{ homePhone: '030 1', cellPhone: '0151 2', workPhone: '0800 3' },
  ...{ userType: 'professional', isSuspended: true },
  ...{ lastContactDate: '2026-01-31T09:30:00.000Z', firstContactDate: '2025-01-31T00:00:00.000Z' },
};

/** No value of these may be saved. */
const wrong: Readonly<Record<string, readonly unknown[]>> = {
  name: ['', 7, null],
  email: ['no address', 7],
  timezone: ['Berlin'],
  langCode: ['!'],
  homePhone: [49_301],
  cellPhone: [['1']],
  workPhone: ['x'.repeat(51)],
  userType: ['admin'],
  isSuspended: ['true'],
  lastContactDate: ['31.01.2026'],
  firstContactDate: [20_260_131],
  roleIds: ['none'],
  deleted: [true],
  createdDate: ['2026-01-31T09:30:00.000Z'],
  updatedDate: ['2026-01-31T09:30:00.000Z'],
  colour: ['red'],
};
const wrongs = Object.entries(wrong).flatMap(([field, values]) =>
  values.map((value) => [field, value] as const),
);

const badUsers = [
  ['one is unknown', 'not_found', () => ({ id: unique(), name: 'Nobody' })],
  ['one is without a name', 'invalid_request', () => ({ email: 'a@example.org' })],
  ['one holds a wrong value', 'invalid_request', () => ({ name: 'Bo', email: 'none' })],
  ['one holds an unknown role', 'invalid_request', () => ({ name: 'Bo', roleIds: ['none'] })],
  ['one holds an unknown field', 'invalid_request', () => ({ name: 'Bo', colour: 'red' })],
] as const;

const saving: readonly Case[] = [
  holds('§4, §4.1.5', 'saveUsers creates users and answers them in the order submitted', async (site) => {
    const users = Array.from({ length: 20 }, (_, at) => ({ name: `${unique()} ${at}` }));
    const answered = listIn(await site.ok('saveUsers', { users }), 'users');
    equal(answered.length, users.length);
    for (const [at, { id, updatedDate }] of answered.entries()) {
      match(String(updatedDate), iso);
      equal(await nameOf(site, String(id)), users[at]?.name);
    }
  }),
  holds('§4.1.5', 'saveUsers updates a user that carries an id, and keeps what is not sent', async (site) => {
    const id = await oneUser(site, { name: 'Ada', email: 'ada@example.org' });
    deepEqual(await saved(site, { id, name: 'Ada Byron' }), [id]);
    const { name, email } = await userOf(site, id);
    deepEqual([name, email], ['Ada Byron', 'ada@example.org']);
  }),
  holds('§4.1.5', 'saveUsers creates and updates in one request, in order', async (site) => {
    const id = await oneUser(site);
    const ids = await saved(site, { name: 'First' }, { id, name: 'Second' }, { name: 'Third' });
    equal(ids[1], id);
    deepEqual(await Promise.all(ids.map((one) => nameOf(site, one))), ['First', 'Second', 'Third']);
  }),
  holds('§2.4, D18', 'saveUsers keeps every field that a request may write', async (site) => {
    const others = ['id', 'name', 'roleIds', 'deleted', 'record', 'messageSettings', 'privateDiscussion'];
    const all = [...Object.keys(valid), ...others, 'createdDate', 'updatedDate'];
    deepEqual(all.toSorted(), names.toSorted());
    const user = await userOf(site, await oneUser(site, valid));
    for (const [field, value] of Object.entries(valid)) equal(user[field], value, field);
  }),
  holds('D9', 'null clears a field', async (site) => {
    const id = await oneUser(site, valid);
    await saved(site, { id, email: null, homePhone: null, lastContactDate: null, isSuspended: null });
    const { email, homePhone, lastContactDate, isSuspended, cellPhone } = await userOf(site, id);
    deepEqual([email, homePhone, lastContactDate, isSuspended], [null, null, null, false]);
    equal(cellPhone, valid.cellPhone);
  }),
  holds('D18', 'a new user without a userType is a client', async (site) => {
    equal((await userOf(site, await oneUser(site)))['userType'], 'client');
  }),
  holds('§2.4, D18', 'roleIds holds ids of roles, and others are refused', async (site) => {
    const name = unique();
    await site.imported(setOf('role', 'name', { name }));
    const role = await site.eventually('the role is listed', async () =>
      listIn(await site.ok('getRoles'), 'roles').find((one) => one['name'] === name),
    );
    const id = await oneUser(site, { userType: 'professional', roleIds: [role['id']] });
    deepEqual((await userOf(site, id))['roleIds'], [role['id']]);
    await site.refuses('saveUsers', [{ users: [{ name: 'Bo', roleIds: [unique()] }] }], /roleIds/);
  }),
  holds('D9', 'saving what is stored already writes nothing, and updatedDate stays', async (site) => {
    const id = await oneUser(site, valid);
    const { updatedDate } = await userOf(site, id);
    await site.pass(2);
    const [again] = listIn(await site.ok('saveUsers', { users: [{ id, ...valid }] }), 'users');
    equal(again?.['updatedDate'], updatedDate);
    const [changed] = listIn(await site.ok('saveUsers', { users: [{ id, username: unique() }] }), 'users');
    ok(String(changed?.['updatedDate']) > String(updatedDate));
  }),
  ...badUsers.map(([why, code, badUser]) =>
    holds(
      why === 'one is unknown' ? '§4.1.5' : '§4.1.5, D18',
      `saveUsers saves nothing when ${why}`,
      async (site) => {
        const name = unique();
        const id = await oneUser(site, { name: 'Before' });
        const body = { users: [{ name }, { id, name }, badUser()] };
        if (site.ours) await site.refusal(code, 'saveUsers', body);
        else equal((await site.call('saveUsers', body)).ok, false);
        equal(await nameOf(site, id), 'Before');
        await site.pass(300);
        deepEqual(await nameList(site, { q: name }), []);
      },
    ),
  ),
  holds('D18', 'saveUsers refuses the same id twice', async (site) => {
    const id = await oneUser(site, { name: 'Before' });
    const users = ['One', 'Two'].map((name) => ({ id, name }));
    await site.refuses('saveUsers', [{ users }], /users\[1\]\.id/);
    equal(await nameOf(site, id), 'Before');
  }),
  ...wrongs.map(([field, value]) => {
    const written = JSON.stringify(value).slice(0, 30);
    const expected = new RegExp(`^(?=.*users\\[1\\])(?=.*\\b${field}\\b).*: expected `, 's');
    const users = [{ name: 'Ada' }, { name: 'Bo', [field]: value }];
    return holds('§7.3, D18', `saveUsers refuses ${field} that is ${written}, and names it`, (site) =>
      site.refuses('saveUsers', [{ users }], expected),
    );
  }),
  holds('§4, D13', 'saveUsers takes 1 to 100 users, and names the number beyond', async (site) => {
    const wrongUsers = [[], {}, 'Ada', null].map((users) => ({ users }));
    await site.refuses('saveUsers', wrongUsers, /\busers: expected/);
    await site.refusal('invalid_request', 'saveUsers', {});
    const users = Array.from({ length: 101 }, (_, at) => ({ name: `${at}` }));
    await site.refuses('saveUsers', [{ users }], /100/);
    equal((await saved(site, ...users.slice(1))).length, 100);
  }),
  holds('invariant 16', 'of two requests that change the same users at once each is whole', async (site) => {
    const ids = await saved(site, { name: 'a' }, { name: 'a' }, { name: 'a' });
    const save = (name: string) => site.call('saveUsers', { users: ids.map((id) => ({ id, name })) });
    await Promise.all(['b', 'c', 'd'].map(save));
    equal(new Set(await Promise.all(ids.map((id) => nameOf(site, id)))).size, 1);
  }),
];

export const userCases: readonly Case[] = [...reading, ...finding, ...saving];
