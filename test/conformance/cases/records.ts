import assert from 'node:assert/strict';
import { keysOf, listIn, objectIn, shared, textIn, unique, type Caller, type Fields } from '../caller.ts';
import { given, holds, type Case } from '../case.ts';
import { saved, settled } from './searches.ts';
import { documentCases } from './documents.ts';

/** Sections 2.5 and 2.6; what is answered only when it is asked for stands apart. */
const accountNames = [
  'id',
  'name',
  'ownerNumber',
  'email',
  'phone',
  'paymentType',
  'address',
  'createdDate',
  'updatedDate',
];
const accountNamesOnRequest = ['customFields', 'discussion'];
const issueNames = [
  ...['id', 'identifier', 'updatedDate', 'title', 'open', 'openedDate', 'dueDate', 'closedDate'],
  ...['requesterId', 'ownerNumbers', 'discussion'],
];
const issueNamesOnRequest = ['actions', 'customFields', 'action.snapshots'];
async function anIssue(
  site: Caller,
  { identifier = unique(), ...fields }: Fields & { identifier?: string } = {},
): Promise<{ id: string; identifier: string }> {
  const records = [{ identifier, title: 'A leak', ...fields }];
  await site.imported([{ schema: 'issue', lookup: 'identifier', records }]);
  const [issue = {}] = await settled(site, 'getIssues', { q: identifier }, 1);
  return { id: textIn(issue, 'id'), identifier };
}

async function anAccount(
  site: Caller,
  { ownerNumber = unique(), ...fields }: Fields & { ownerNumber?: string } = {},
): Promise<{ id: string; ownerNumber: string }> {
  const records = [{ ownerNumber, name: 'Ada', ...fields }];
  await site.imported([{ schema: 'interestAccount', lookup: 'ownerNumber', records }]);
  const [account = {}] = await settled(site, 'getInterestAccounts', { ownerNumber }, 1);
  return { id: textIn(account, 'id'), ownerNumber };
}

const readIssue = shared((site) => anIssue(site));
const readAccount = shared((site) => anAccount(site));

const issues: readonly Case[] = [
  holds('§4', 'getIssue answers all fields but actions, action.snapshots and customFields', async (site) => {
    const { id } = await readIssue(site);
    const issue = objectIn(await site.ok('getIssue', { id }), 'issue');
    assert.deepEqual(keysOf(issue), issueNames.toSorted());
    assert.deepEqual([issue['open'], issue['dueDate']], [false, null]);
    assert.deepEqual(issue['discussion'], { messages: [] });
  }),
  holds('§4', 'getIssues answers the same fields as getIssue', async (site) => {
    const { identifier } = await readIssue(site);
    const [issue = {}] = await site.all('getIssues', { q: identifier });
    assert.deepEqual(keysOf(issue), issueNames.toSorted());
  }),
  ...[...issueNames, ...issueNamesOnRequest].map((name) =>
    holds('§2.6', `getIssue and getIssues answer ${name} when it is asked for`, async (site) => {
      const { id, identifier } = await readIssue(site);
      const issue = objectIn(await site.ok('getIssue', { id, fields: [name] }), 'issue');
      assert.deepEqual(Object.keys(issue), [name]);
      assert.deepEqual(await site.all('getIssues', { q: identifier, fields: [name] }), [issue]);
    }),
  ),
  holds('§4', 'getIssue and getIssues refuse names that are no fields', async (site) => {
    for (const fields of [[], ['email'], ['action'], 'title'])
      for (const operation of ['getIssue', 'getIssues'])
        assert.match(await site.refusal('invalid_request', operation, { id: unique(), fields }), /\bfields/);
  }),
  holds('§4.1.1', 'getIssue of an unknown id, and of another kind of record, is not found', async (site) => {
    await site.refusal('not_found', 'getIssue', { id: unique() });
    const [id] = await saved(site, [{ name: 'Ada' }]);
    await site.refusal('not_found', 'getIssue', { id });
    await site.refusal('invalid_request', 'getIssue', {});
  }),
  holds('invariant 19', 'getIssue of an issue of another site is not found', async (site) => {
    const { id } = await readIssue(site);
    await site
      .as(given(site.given.otherSite, 'a token of another site'))
      .refusal('not_found', 'getIssue', { id });
  }),
  holds('§4', 'getIssues filters by open; one never said to be open is not', async (site) => {
    const mark = unique();
    const records = [true, false, undefined].map((open, at) => ({
      identifier: `${mark}-${at}`,
      title: 'A leak',
      ...(open !== undefined && { open }),
    }));
    await site.imported([{ schema: 'issue', lookup: 'identifier', records }]);
    await settled(site, 'getIssues', { q: mark }, 3);
    const found = async (open: boolean) => {
      const items = await site.all('getIssues', { q: mark, open, fields: ['identifier'], sort: 'oldest' });
      return items.map(({ identifier }) => identifier);
    };
    assert.deepEqual(await found(true), [`${mark}-0`]);
    assert.deepEqual(await found(false), [`${mark}-1`, `${mark}-2`]);
    for (const open of ['true', 1, null])
      assert.match(await site.refusal('invalid_request', 'getIssues', { open }), /\bopen\b/);
  }),
  holds('§4', 'getIssues filters by requesterIds: any of them will do', async (site) => {
    const [ada, bo] = await saved(site, [{ name: 'Ada' }, { name: 'Bo' }]);
    const first = await anIssue(site, { requesterId: ada });
    const second = await anIssue(site, { requesterId: bo });
    const found = async (requesterIds: unknown[]) =>
      (await site.all('getIssues', { requesterIds, fields: ['id'], sort: 'oldest' })).map(({ id }) => id);
    assert.deepEqual(await found([ada]), [first.id]);
    assert.deepEqual(await found([unique(), bo, ada]), [first.id, second.id]);
    for (const requesterIds of ['x', [7], [''], null])
      assert.match(await site.refusal('invalid_request', 'getIssues', { requesterIds }), /requesterIds/);
  }),
  ...(['identifier', 'title'] as const).map((field) =>
    holds('§4', `getIssues finds q anywhere in ${field}, in any case`, async (site) => {
      const text = unique().toUpperCase();
      const { id } = await anIssue(site, { [field]: `no. ${text}!` });
      for (const q of [text.toLowerCase(), text.slice(3)])
        assert.deepEqual(await site.all('getIssues', { q, fields: ['id'] }), [{ id }]);
    }),
  ),
  holds('D20', 'a deleted issue is neither answered nor listed', async (site) => {
    const { id, identifier } = await anIssue(site);
    await site.imported([{ schema: 'issue', lookup: 'id', records: [{ id, deleted: true }] }]);
    await site.refusal('not_found', 'getIssue', { id });
    await settled(site, 'getIssues', { q: identifier }, 0);
  }),
];

const accounts: readonly Case[] = [
  holds('§4', 'getInterestAccounts answers all fields but customFields and discussion', async (site) => {
    const { ownerNumber } = await readAccount(site);
    const [account = {}] = await site.all('getInterestAccounts', { ownerNumber });
    assert.deepEqual(keysOf(account), accountNames.toSorted());
    assert.equal(account['phone'], null);
  }),
  ...[...accountNames, ...accountNamesOnRequest].map((name) =>
    holds('§2.5', `getInterestAccounts answers ${name} when it is asked for`, async (site) => {
      const { ownerNumber } = await readAccount(site);
      const [account = {}] = await site.all('getInterestAccounts', { ownerNumber, fields: [name] });
      assert.deepEqual(Object.keys(account), [name]);
    }),
  ),
  holds('§4', 'getInterestAccounts filters by ownerNumber, whose zeros count', async (site) => {
    const mark = unique();
    const { id } = await anAccount(site, { ownerNumber: `0${mark}` });
    const found = (ownerNumber: string) => site.all('getInterestAccounts', { ownerNumber, fields: ['id'] });
    assert.deepEqual(await found(`0${mark}`), [{ id }]);
    assert.deepEqual(await found(mark), []);
  }),
  holds('§4, D5', 'getInterestAccounts filters by email, in any case', async (site) => {
    const email = `${unique()}@Example.org`;
    const { id } = await anAccount(site, { email });
    for (const asked of [email, email.toUpperCase(), ` ${email.toLowerCase()} `])
      assert.deepEqual(await site.all('getInterestAccounts', { email: asked, fields: ['id'] }), [{ id }]);
  }),
  holds('§4', 'getInterestAccounts refuses filters that are no texts', async (site) => {
    for (const name of ['ownerNumber', 'email'])
      for (const value of [7, null, ['a'], {}])
        assert.match(
          await site.refusal('invalid_request', 'getInterestAccounts', { [name]: value }),
          new RegExp(`\\b${name}: expected`),
        );
    await site.refusal('invalid_request', 'getInterestAccounts', { q: 'a' });
  }),
];

const others: readonly Case[] = [
  holds('§4', 'getRoles answers all roles with their names, without paging', async (site) => {
    const names = Array.from({ length: 12 }, () => unique());
    await site.imported([{ schema: 'role', lookup: 'name', records: names.map((name) => ({ name })) }]);
    const roles = await site.eventually('all roles are listed', async () => {
      const all = listIn(await site.ok('getRoles'), 'roles');
      return names.every((name) => all.some((role) => role['name'] === name)) ? all : undefined;
    });
    assert.ok(roles.every((role) => textIn(role, 'id') !== ''));
    assert.equal(new Set(roles.map(({ id }) => id)).size, roles.length);
    await site.refusal('invalid_request', 'getRoles', { limit: 5 });
  }),
  holds('D20', 'a deleted role is not answered', async (site) => {
    const name = unique();
    const records = [{ name }];
    await site.imported([{ schema: 'role', lookup: 'name', records }]);
    await site.imported([{ schema: 'role', lookup: 'name', records: [{ name, deleted: true }] }]);
    const roles = await site.eventually('the role is gone', async () => {
      const all = listIn(await site.ok('getRoles'), 'roles');
      return all.some((role) => role['name'] === name) ? undefined : all;
    });
    assert.ok(roles.every((role) => role['name'] !== name));
  }),
  holds('§2.8, D17', 'getResponses answers the rendered answers to a form', async (site) => {
    const templateId = given(site.given.templateId, 'a form with responses');
    const found = await site.all('getResponses', { templateId });
    assert.ok(found.length > 0);
    for (const response of found) {
      assert.deepEqual(keysOf(response), ['answers', 'createdDate', 'id', 'templateId', 'updatedDate']);
      assert.equal(response['templateId'], templateId);
      for (const answer of listIn(response, 'answers'))
        for (const field of ['id', 'title', 'text']) assert.equal(typeof answer[field], 'string');
    }
  }),
  holds('§4', 'getResponses needs a templateId, and finds none of an unknown form', async (site) => {
    for (const body of [{}, { templateId: '' }, { templateId: 7 }, { templateId: null }])
      assert.match(await site.refusal('invalid_request', 'getResponses', body), /templateId/);
    await site.refusal('not_found', 'getResponses', { templateId: unique() });
  }),
];

export const recordCases: readonly Case[] = [...issues, ...accounts, ...documentCases, ...others];
