import assert from 'node:assert/strict';
import { listIn, objectIn, shared, textIn, unique, type Caller, type Fields } from '../caller.ts';
import { given, holds, type Case } from '../case.ts';
import { saved, settled } from './searches.ts';

/** Section 2.4. */
const names = [
  ...['id', 'name', 'email', 'username', 'timezone', 'langCode', 'homePhone', 'cellPhone', 'workPhone'],
  ...['userType', 'isSuspended', 'lastContactDate', 'firstContactDate', 'deleted', 'roleIds', 'record'],
  ...['messageSettings', 'privateDiscussion', 'createdDate', 'updatedDate'],
];

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const userOf = async (site: Caller, id: string, fields?: readonly string[]): Promise<Fields> =>
  objectIn(await site.ok('getUser', { id, ...(fields && { fields }) }), 'user');

async function oneUser(site: Caller, user: object = {}): Promise<string> {
  const [id = ''] = await saved(site, [{ name: unique(), ...user }]);
  return id;
}

const someone = shared((site) => oneUser(site));

const nameList = async (site: Caller, filters: object): Promise<unknown[]> =>
  (await site.all('getUsers', { ...filters, fields: ['name'] })).map(({ name }) => name);

const reading: readonly Case[] = [
  holds('§4, D17', 'getUser answers all fields, null where nothing is known', async (site) => {
    const user = await userOf(site, await oneUser(site));
    assert.deepEqual(Object.keys(user).toSorted(), names.toSorted());
    assert.equal(user['email'], null);
    assert.deepEqual([user['isSuspended'], user['deleted']], [false, false]);
    assert.deepEqual(user['privateDiscussion'], { messages: [] });
    assert.match(textIn(user, 'createdDate'), iso);
    assert.match(textIn(user, 'updatedDate'), iso);
  }),
  ...names.map((name) =>
    holds('§2.4', `getUser answers ${name} alone when it is asked for alone`, async (site) => {
      assert.deepEqual(Object.keys(await userOf(site, await someone(site), [name])), [name]);
    }),
  ),
  holds('§4', 'getUsers answers all fields, or those asked for', async (site) => {
    const name = unique();
    await oneUser(site, { name });
    await settled(site, 'getUsers', { q: name }, 1);
    const [user = {}] = await site.all('getUsers', { q: name });
    assert.deepEqual(Object.keys(user).toSorted(), names.toSorted());
    assert.deepEqual(await site.all('getUsers', { q: name, fields: ['name', 'userType'] }), [
      { name, userType: 'client' },
    ]);
  }),
  ...['getUser', 'getUsers'].map((operation) =>
    holds('§4, D3', `${operation} refuses names that are no fields, and no name at all`, async (site) => {
      const id = operation === 'getUser' ? { id: await oneUser(site) } : {};
      for (const fields of [[], ['name', 'colour'], ['customFields'], 'name', [7], ['__proto__'], null])
        assert.match(await site.refusal('invalid_request', operation, { ...id, fields }), /\bfields/);
    }),
  ),
  holds('§4.1.1', 'getUser of nobody is not found', async (site) => {
    await site.refusal('not_found', 'getUser', { id: unique() });
  }),
  holds('§4', 'getUser needs an id that is a text', async (site) => {
    for (const body of [{}, { id: '' }, { id: 7 }, { id: null }, { id: ['a'] }])
      assert.match(await site.refusal('invalid_request', 'getUser', body), /\bid\b/);
  }),
  holds('invariant 19', 'getUser of a user of another site is not found', async (site) => {
    const other = site.as(given(site.given.otherSite, 'a token of another site'));
    const id = await oneUser(site);
    await other.refusal('not_found', 'getUser', { id });
    await other.refusal('not_found', 'saveUsers', { users: [{ id, name: 'Taken' }] });
    assert.notEqual((await userOf(site, id))['name'], 'Taken');
  }),
];

const mark = (): string => unique().toUpperCase();

const finding: readonly Case[] = [
  ...(
    [
      ['name', (text: string) => `Ada ${text} Byron`],
      ['email', (text: string) => `${text}@example.org`],
      ['homePhone', (text: string) => `+1 ${text}`],
      ['cellPhone', (text: string) => `0151 ${text}`],
      ['workPhone', (text: string) => `${text} ext. 7`],
    ] as const
  ).map(([field, valueOf]) =>
    holds('§4, D4', `getUsers finds q anywhere in ${field}, in any case`, async (site) => {
      const text = mark();
      const id = await oneUser(site, { [field]: valueOf(text) });
      for (const q of [text, text.toLowerCase(), text.slice(2)]) {
        const [user] = await settled(site, 'getUsers', { q }, 1);
        assert.equal(user?.['id'], id);
      }
    }),
  ),
  holds('§4', 'getUsers finds nobody by q in a username', async (site) => {
    const text = mark();
    const name = unique();
    await oneUser(site, { name, username: text });
    await settled(site, 'getUsers', { q: name }, 1);
    assert.deepEqual(await nameList(site, { q: text }), []);
  }),
  holds('§2.4', 'getUsers filters by userType', async (site) => {
    const text = unique();
    await saved(site, [{ name: `${text} a` }, { name: `${text} b`, userType: 'professional' }]);
    await settled(site, 'getUsers', { q: text }, 2);
    assert.deepEqual(await nameList(site, { q: text, userType: 'client' }), [`${text} a`]);
    assert.deepEqual(await nameList(site, { q: text, userType: 'professional' }), [`${text} b`]);
    for (const userType of ['admin', '', null, 1])
      assert.match(await site.refusal('invalid_request', 'getUsers', { userType }), /userType/);
  }),
  holds('D5, D20', 'a deleted user is answered as deleted and listed, but not found by q', async (site) => {
    const name = unique();
    const id = await oneUser(site, { name, userType: 'client' });
    const { updatedDate } = await userOf(site, id);
    await site.pass(2);
    await site.imported([{ schema: 'client', lookup: 'id', records: [{ id, deleted: true }] }]);
    assert.equal((await userOf(site, id))['deleted'], true);
    assert.deepEqual(await settled(site, 'getUsers', { q: name }, 0), []);
    await site.eventually('the deleted user is listed', async () => {
      const found = await site.all('getUsers', {
        sort: 'updated',
        updatedAfter: updatedDate,
        fields: ['id', 'deleted'],
      });
      return found.find((user) => user['id'] === id && user['deleted'] === true);
    });
    await site.refusal('not_found', 'saveUsers', { users: [{ id, name: 'Back again' }] });
  }),
];

const valid = {
  email: 'ada@example.org',
  username: 'ada',
  timezone: 'Europe/Berlin',
  langCode: 'pt-BR',
  homePhone: '030 1',
  cellPhone: '0151 2',
  workPhone: '0800 3',
  userType: 'professional',
  isSuspended: true,
  lastContactDate: '2026-01-31T09:30:00.000Z',
  firstContactDate: '2025-01-31T00:00:00.000Z',
};

const wrong: readonly [string, unknown][] = [
  ['name', ''],
  ['name', 7],
  ['name', null],
  ['email', 'no address'],
  ['email', 7],
  ['timezone', 'Berlin'],
  ['langCode', '!'],
  ['homePhone', 49_301],
  ['cellPhone', ['1']],
  ['workPhone', 'x'.repeat(51)],
  ['userType', 'admin'],
  ['isSuspended', 'true'],
  ['lastContactDate', '31.01.2026'],
  ['firstContactDate', 20_260_131],
  ['roleIds', 'none'],
  ['deleted', true],
  ['createdDate', '2026-01-31T09:30:00.000Z'],
  ['updatedDate', '2026-01-31T09:30:00.000Z'],
  ['colour', 'red'],
];

const saving: readonly Case[] = [
  holds('§4, §4.1.5', 'saveUsers creates users and answers them in the order submitted', async (site) => {
    const users = Array.from({ length: 20 }, (_, at) => ({ name: `${unique()} ${at}` }));
    const answered = listIn(await site.ok('saveUsers', { users }), 'users');
    assert.equal(answered.length, users.length);
    for (const [at, { id, updatedDate }] of answered.entries()) {
      assert.match(String(updatedDate), iso);
      assert.equal((await userOf(site, String(id)))['name'], users[at]?.name);
    }
  }),
  holds('§4.1.5', 'saveUsers updates a user that carries an id, and keeps what is not sent', async (site) => {
    const id = await oneUser(site, { name: 'Ada', email: 'ada@example.org' });
    assert.deepEqual(await saved(site, [{ id, name: 'Ada Byron' }]), [id]);
    const { name, email } = await userOf(site, id);
    assert.deepEqual([name, email], ['Ada Byron', 'ada@example.org']);
  }),
  holds('§4.1.5', 'saveUsers creates and updates in one request, in order', async (site) => {
    const id = await oneUser(site);
    const ids = await saved(site, [{ name: 'First' }, { id, name: 'Second' }, { name: 'Third' }]);
    assert.equal(ids[1], id);
    const found = await Promise.all(ids.map(async (one) => (await userOf(site, one, ['name']))['name']));
    assert.deepEqual(found, ['First', 'Second', 'Third']);
  }),
  holds('§2.4', 'saveUsers keeps every field that a request may write', async (site) => {
    const user = await userOf(site, await oneUser(site, valid));
    for (const [field, value] of Object.entries(valid)) assert.equal(user[field], value, field);
  }),
  holds('D9', 'null clears a field', async (site) => {
    const id = await oneUser(site, valid);
    await saved(site, [{ id, email: null, homePhone: null, lastContactDate: null, isSuspended: null }]);
    const { email, homePhone, lastContactDate, isSuspended, cellPhone } = await userOf(site, id);
    assert.deepEqual([email, homePhone, lastContactDate, isSuspended], [null, null, null, false]);
    assert.equal(cellPhone, valid.cellPhone);
  }),
  holds('D18', 'a new user without a userType is a client', async (site) => {
    assert.equal((await userOf(site, await oneUser(site)))['userType'], 'client');
  }),
  holds('§2.4', 'roleIds holds ids of roles, and others are refused', async (site) => {
    const name = unique();
    await site.imported([{ schema: 'role', lookup: 'name', records: [{ name }] }]);
    const role = await site.eventually('the role is listed', async () =>
      listIn(await site.ok('getRoles'), 'roles').find((one) => one['name'] === name),
    );
    const id = await oneUser(site, { userType: 'professional', roleIds: [role['id']] });
    assert.deepEqual((await userOf(site, id))['roleIds'], [role['id']]);
    const users = [{ name: 'Bo', roleIds: [unique()] }];
    assert.match(await site.refusal('invalid_request', 'saveUsers', { users }), /roleIds/);
  }),
  holds('D9', 'saving what is stored already writes nothing, and updatedDate stays', async (site) => {
    const id = await oneUser(site, valid);
    const { updatedDate } = await userOf(site, id);
    await site.pass(2);
    const [again] = listIn(await site.ok('saveUsers', { users: [{ id, ...valid }] }), 'users');
    assert.equal(again?.['updatedDate'], updatedDate);
    const [changed] = listIn(await site.ok('saveUsers', { users: [{ id, username: unique() }] }), 'users');
    assert.ok(String(changed?.['updatedDate']) > String(updatedDate));
  }),
  ...(
    [
      ['one is unknown', 'not_found', (): object => ({ id: unique(), name: 'Nobody' })],
      ['one is without a name', 'invalid_request', (): object => ({ email: 'a@example.org' })],
      ['one holds a wrong value', 'invalid_request', (): object => ({ name: 'Bo', email: 'none' })],
      ['one holds an unknown role', 'invalid_request', (): object => ({ name: 'Bo', roleIds: ['none'] })],
      ['one holds an unknown field', 'invalid_request', (): object => ({ name: 'Bo', colour: 'red' })],
    ] as const
  ).map(([why, code, badUser]) =>
    holds('§4.1.5, invariant 16', `saveUsers saves nothing when ${why}`, async (site) => {
      const name = unique();
      const id = await oneUser(site, { name: 'Before' });
      await site.refusal(code, 'saveUsers', { users: [{ name }, { id, name }, badUser()] });
      assert.equal((await userOf(site, id))['name'], 'Before');
      await site.pass(300);
      assert.deepEqual(await nameList(site, { q: name }), []);
    }),
  ),
  holds('D18', 'saveUsers refuses the same id twice', async (site) => {
    const id = await oneUser(site, { name: 'Before' });
    const users = [
      { id, name: 'One' },
      { id, name: 'Two' },
    ];
    assert.match(await site.refusal('invalid_request', 'saveUsers', { users }), /users\[1\]\.id/);
    assert.equal((await userOf(site, id))['name'], 'Before');
  }),
  ...wrong.map(([field, value]) =>
    holds(
      '§7.3',
      `saveUsers refuses ${field} that is ${JSON.stringify(value).slice(0, 30)}, and names it`,
      async (site) => {
        const users = [{ name: 'Ada' }, { name: 'Bo', [field]: value }];
        const message = await site.refusal('invalid_request', 'saveUsers', { users });
        assert.match(message, /users\[1\]/);
        assert.match(message, new RegExp(`\\b${field}\\b`));
        assert.match(message, /: expected /);
      },
    ),
  ),
  holds('§4, D13', 'saveUsers takes 1 to 100 users, and names the number beyond', async (site) => {
    for (const users of [[], {}, 'Ada', null])
      assert.match(await site.refusal('invalid_request', 'saveUsers', { users }), /\busers: expected/);
    await site.refusal('invalid_request', 'saveUsers', {});
    const users = Array.from({ length: 101 }, (_, at) => ({ name: `${at}` }));
    assert.match(await site.refusal('invalid_request', 'saveUsers', { users }), /100/);
    assert.equal((await saved(site, users.slice(1))).length, 100);
  }),
  holds('invariant 16', 'of two requests that change the same users at once each is whole', async (site) => {
    const ids = await saved(site, [{ name: 'a' }, { name: 'a' }, { name: 'a' }]);
    await Promise.all(
      ['b', 'c', 'd'].map((name) => site.call('saveUsers', { users: ids.map((id) => ({ id, name })) })),
    );
    const now = await Promise.all(ids.map(async (id) => (await userOf(site, id, ['name']))['name']));
    assert.equal(new Set(now).size, 1);
  }),
];

export const userCases: readonly Case[] = [...reading, ...finding, ...saving];
