import { deepEqual, equal, ok } from 'node:assert/strict';
import {
  idsOf,
  keysOf,
  listIn,
  objectIn,
  shared,
  stranger,
  textIn,
  unique,
  type Caller,
  type Fields,
} from '../caller.ts';
import { holds, type Case } from '../case.ts';
import { given } from '../given.ts';
import { documentCases } from './documents.ts';
import { allFields, eachField } from './fields.ts';
import { saved, setOf, settled } from './importing.ts';

/** Sections 2.5 and 2.6. Fields that are answered only on request are separate. */
const accountNames = [
  ...['id', 'name', 'ownerNumber', 'email', 'phone', 'paymentType', 'address', 'createdDate', 'updatedDate'],
];
const accountNamesOnRequest = ['customFields', 'discussion'];
const issueNames = [
  ...['id', 'identifier', 'updatedDate', 'title', 'open', 'openedDate', 'dueDate', 'closedDate'],
  ...['requesterId', 'ownerNumbers', 'discussion'],
];
const issueNamesOnRequest = ['actions', 'customFields', 'action.snapshots'];

async function anIssue(site: Caller, fields: Fields = {}): Promise<{ id: string; identifier: string }> {
  const record = { identifier: unique(), title: 'A leak', ...fields };
  await site.imported(setOf('issue', 'identifier', record));
  const [issue = {}] = await settled(site, 'getIssues', { q: record.identifier }, 1);
  return { id: textIn(issue, 'id'), identifier: record.identifier };
}

async function anAccount(site: Caller, fields: Fields = {}): Promise<{ id: string; ownerNumber: string }> {
  const record = { ownerNumber: unique(), name: 'Ada', ...fields };
  await site.imported(setOf('interestAccount', 'ownerNumber', record));
  const [account = {}] = await settled(site, 'getInterestAccounts', { ownerNumber: record.ownerNumber }, 1);
  return { id: textIn(account, 'id'), ownerNumber: record.ownerNumber };
}

const readIssue = shared((site) => anIssue(site));
const readAccount = shared((site) => anAccount(site));
const issueOf = async (site: Caller, body: object) => objectIn(await site.ok('getIssue', body), 'issue');

const issues: readonly Case[] = [
  holds(
    '§4, D10',
    'getIssue answers all fields but actions, action.snapshots and customFields',
    async (site) => {
      const issue = await issueOf(site, { id: (await readIssue(site)).id });
      allFields(site, issue, issueNames);
      const { open, dueDate, discussion } = issue;
      deepEqual([open, dueDate, discussion], [false, null, { messages: [] }]);
    },
  ),
  holds('§4, D10', 'getIssues answers the same fields as getIssue', async (site) => {
    const { identifier } = await readIssue(site);
    allFields(site, (await site.all('getIssues', { q: identifier }))[0], issueNames);
  }),
  ...eachField(
    '§2.6, D10',
    [...issueNames, ...issueNamesOnRequest],
    (name) => `getIssue and getIssues answer ${name} when it is asked for`,
    async (site, fields) => {
      const { id, identifier } = await readIssue(site);
      const found = await site.all('getIssues', { q: identifier, fields });
      equal(found.length, 1);
      return [await issueOf(site, { id, fields }), ...found];
    },
  ),
  holds('§4, D3', 'getIssue and getIssues refuse names that are no fields', async (site) => {
    const wrong = [[], ['email'], ['action'], 'title'].map((fields) => ({ id: unique(), fields }));
    for (const operation of ['getIssue', 'getIssues']) await site.refuses(operation, wrong, /\bfields/);
  }),
  holds('§4.1.1', 'getIssue of an unknown id, and of another kind of record, is not found', async (site) => {
    const [id] = await saved(site, { name: 'Ada' });
    for (const other of [unique(), id]) await site.refusal('not_found', 'getIssue', { id: other });
    await site.refusal('invalid_request', 'getIssue', {});
  }),
  holds('invariant 19', 'getIssue of an issue of another site is not found', async (site) => {
    const { id } = await readIssue(site);
    await stranger(site).refusal('not_found', 'getIssue', { id });
  }),
  holds('§4, D10', 'getIssues filters by open; an issue without the flag is not open', async (site) => {
    const q = unique();
    const records = [{ open: true }, { open: false }, {}].map((open, at) => ({
      ...{ identifier: `${q}-${at}`, title: 'A leak' },
      ...open,
    }));
    await site.imported(setOf('issue', 'identifier', ...records));
    await settled(site, 'getIssues', { q }, 3);
    const found = async (open: boolean) => {
      const items = await site.all('getIssues', { q, open, fields: ['identifier'], sort: 'oldest' });
      return items.map(({ identifier }) => identifier);
    };
    deepEqual(await found(true), [`${q}-0`]);
    deepEqual(await found(false), [`${q}-1`, `${q}-2`]);
    await site.refusesEach('getIssues', { open: ['true', 1, null] });
  }),
  holds('§4, D10', 'getIssues filters by requesterIds: any of them will do', async (site) => {
    const [one, two] = await saved(site, { name: 'Ada' }, { name: 'Bo' });
    const first = await anIssue(site, { requesterId: one });
    const second = await anIssue(site, { requesterId: two });
    const found = async (...requesterIds: unknown[]) =>
      idsOf(await site.all('getIssues', { requesterIds, fields: ['id'], sort: 'oldest' }));
    deepEqual(await found(one), [first.id]);
    deepEqual(await found(unique(), two, one), [first.id, second.id]);
    await site.refusesEach('getIssues', { requesterIds: ['x', [7], [''], null] });
  }),
  ...['identifier', 'title'].map((field) =>
    holds('§4, D10', `getIssues finds q anywhere in ${field}, in any case`, async (site) => {
      const text = unique().toUpperCase();
      const { id } = await anIssue(site, { [field]: `no. ${text}!` });
      for (const q of [text.toLowerCase(), text.slice(3)])
        deepEqual(await site.all('getIssues', { q, fields: ['id'] }), [{ id }]);
    }),
  ),
  holds('D20', 'a deleted issue is neither answered nor listed', async (site) => {
    const { id, identifier } = await anIssue(site);
    await site.imported(setOf('issue', 'id', { id, deleted: true }));
    await site.refusal('not_found', 'getIssue', { id });
    await settled(site, 'getIssues', { q: identifier }, 0);
  }),
];

const accounts: readonly Case[] = [
  holds('§4, D10', 'getInterestAccounts answers all fields but customFields and discussion', async (site) => {
    const { ownerNumber } = await readAccount(site);
    const [account = {}] = await site.all('getInterestAccounts', { ownerNumber });
    allFields(site, account, accountNames);
    equal(account['phone'], null);
  }),
  ...eachField(
    '§2.5, D10',
    [...accountNames, ...accountNamesOnRequest],
    (name) => `getInterestAccounts answers ${name} when it is asked for`,
    async (site, fields) => {
      const { ownerNumber } = await readAccount(site);
      return site.all('getInterestAccounts', { ownerNumber, fields });
    },
  ),
  holds('§4, D10', 'getInterestAccounts filters by ownerNumber, whose zeros count', async (site) => {
    const mark = unique();
    const { id } = await anAccount(site, { ownerNumber: `0${mark}` });
    const found = (ownerNumber: string) => site.all('getInterestAccounts', { ownerNumber, fields: ['id'] });
    deepEqual(await found(`0${mark}`), [{ id }]);
    deepEqual(await found(mark), []);
  }),
  holds('§4, D5', 'getInterestAccounts filters by email, in any case', async (site) => {
    const email = `${unique()}@Example.org`;
    const { id } = await anAccount(site, { email });
    for (const asked of [email, email.toUpperCase(), ` ${email.toLowerCase()} `])
      deepEqual(await site.all('getInterestAccounts', { email: asked, fields: ['id'] }), [{ id }]);
  }),
  holds('§4, D3', 'getInterestAccounts refuses filters that are no texts', async (site) => {
    for (const name of ['ownerNumber', 'email']) {
      const wrong = [7, null, ['a'], {}].map((value) => ({ [name]: value }));
      await site.refuses('getInterestAccounts', wrong, new RegExp(`\\b${name}: expected`));
    }
    await site.refusal('invalid_request', 'getInterestAccounts', { q: 'a' });
  }),
];

const rolesWhen = (site: Caller, what: string, isDone: (names: unknown[]) => boolean): Promise<Fields[]> =>
  site.eventually(what, async () => {
    const roles = listIn(await site.ok('getRoles'), 'roles');
    return isDone(roles.map(({ name }) => name)) ? roles : undefined;
  });

const others: readonly Case[] = [
  holds('§4, D10', 'getRoles answers all roles with their names, without paging', async (site) => {
    const names = Array.from({ length: 12 }, () => unique());
    await site.imported(setOf('role', 'name', ...names.map((name) => ({ name }))));
    const roles = await rolesWhen(site, 'all roles are listed', (all) =>
      names.every((name) => all.includes(name)),
    );
    ok(idsOf(roles).every((id) => id !== ''));
    equal(new Set(idsOf(roles)).size, roles.length);
    await site.refusal('invalid_request', 'getRoles', { limit: 5 });
  }),
  holds('D20', 'a deleted role is not answered', async (site) => {
    const name = unique();
    await site.imported(setOf('role', 'name', { name }));
    await site.imported(setOf('role', 'name', { name, deleted: true }));
    await rolesWhen(site, 'the role is gone', (all) => !all.includes(name));
  }),
  holds('§2.8, D17', 'getResponses answers the rendered answers to a form', async (site) => {
    const templateId = given(site.given.templateId, 'a form with responses');
    const found = await site.all('getResponses', { templateId });
    ok(found.length > 0);
    for (const response of found) {
      deepEqual(keysOf(response), ['answers', 'createdDate', 'id', 'templateId', 'updatedDate']);
      equal(response['templateId'], templateId);
      for (const answer of listIn(response, 'answers'))
        for (const field of ['id', 'title', 'text']) equal(typeof answer[field], 'string');
    }
  }),
  holds('§4, D17', 'getResponses needs a templateId, and finds none of an unknown form', async (site) => {
    await site.refusesEach('getResponses', { templateId: [undefined, '', 7, null] });
    await site.refusal('not_found', 'getResponses', { templateId: unique() });
  }),
];

export const recordCases: readonly Case[] = [...issues, ...accounts, ...documentCases, ...others];
