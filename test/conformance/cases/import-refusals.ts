import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { unique, type Caller } from '../caller.ts';
import { holds, type Case } from '../case.ts';
import { ada, anEmail, clients, flagsOf, outcomesOf, setOf } from './importing.ts';

/** Expects a refusal at once with the id of an `invalid` import. Returns the message. */
async function refused(site: Caller, body: object): Promise<string> {
  const { error, importId } = await site.call('import', body);
  equal(error?.code, 'invalid_request');
  const status = await site.status(String(importId));
  deepEqual(flagsOf(status), ['invalid', true, false, true]);
  equal(status.errorMessage, error?.message);
  return error?.message ?? '';
}

const good = clients(ada());
const [client] = good;
const setWith = (change: object): object => ({ recordSets: [{ ...client, ...change }] });
/** A good set of clients, in a request with other keys. */
const bodyWith = (change: object): object => ({ recordSets: good, ...change });

const shapes: readonly [string, object, RegExp][] = [
  ['without recordSets', {}, /recordSets: expected/],
  ['with recordSets that are no list', { recordSets: {} }, /recordSets: expected a list/],
  ['with recordSets that are null', { recordSets: null }, /recordSets: expected/],
  ['with a set that is no object', { recordSets: ['client'] }, /recordSets\[0\]: expected/],
  ['without a schema', setWith({ schema: undefined }), /recordSets\[0\]\.schema/],
  ['with an empty schema', setWith({ schema: '' }), /schema/],
  ['without a lookup', setWith({ lookup: undefined }), /recordSets\[0\]\.lookup/],
  ['with an empty lookup', setWith({ lookup: '' }), /lookup/],
  ['without records', setWith({ records: undefined }), /recordSets\[0\]\.records/],
  ['with no record in a set', { recordSets: clients() }, /records: expected at least 1/],
  ['with a record that is no object', { recordSets: clients(ada(), 'Ada') }, /records\[1\]/],
  ['with a record that is a list', { recordSets: clients([]) }, /records\[0\]/],
  ['with a set that has another field', setWith({ colour: 'red' }), /colour/],
  ['with a dryRun that is no flag', bodyWith({ dryRun: 'true' }), /dryRun: expected true or false/],
  ['with a wait that is no flag', bodyWith({ wait: 1 }), /wait: expected true or false/],
  ['with a filename that is no text', bodyWith({ filename: 7 }), /filename: expected a text/],
  [
    'with an address of success that is none',
    bodyWith({ successNotificationEmails: ['none'] }),
    /successNotificationEmails\[0\]: expected an e-mail/,
  ],
  [
    'with addresses of failure that are no list',
    bodyWith({ failureNotificationEmails: 'a@example.org' }),
    /failureNotificationEmails: expected a list/,
  ],
  ['with an unknown field', bodyWith({ colour: 'red' }), /colour/],
  ['of an unknown schema', { recordSets: setOf('planet', 'name', { name: 'x' }) }, /set 1: schema: expected/],
  ['of documents', { recordSets: setOf('document', 'id', { id: 'x' }) }, /set 1: schema: expected/],
  [
    'by a lookup that is none',
    { recordSets: setOf('client', 'homePhone', { homePhone: '1' }) },
    /set 1: lookup: expected/,
  ],
  [
    'of items of an unknown list',
    { recordSets: setOf('ListItem.Nowhere at all', 'title', { title: 'x' }) },
    /set 1: schema: expected .*list/,
  ],
];

/** What is wrong with record 2, its wrong keys, and the field that the refusal names. */
const records: readonly [string, object, string][] = [
  ['a field that is none', { colour: 'red' }, 'colour: '],
  ['a wrong e-mail address', { email: 'none' }, 'email: '],
  ['a type that is wrong', { isSuspended: 'yes' }, 'isSuspended: '],
  ['a date that is none', { lastContactDate: '31.1.' }, 'lastContactDate: '],
  ['no value to be found by', { email: undefined }, 'email: '],
  ['an empty value to be found by', { email: ' ' }, 'email: '],
  ['a field that the service sets', { createdDate: '2026-01-31' }, 'createdDate: '],
  ['an id beside another lookup', { id: 'x' }, 'id: '],
  ['its name cleared', { name: null }, 'name: '],
  ['another userType', { userType: 'professional' }, 'userType: '],
  ['a list where a text is expected', { name: ['Bo'] }, 'name: '],
  ['a text that is too long', { name: 'x'.repeat(201) }, 'name: .*200'],
];

export const importRefusalCases: readonly Case[] = [
  ...shapes.map(([what, body, expected]) =>
    holds('§4.2, D7', `an import ${what} is refused at once, and kept as invalid`, async (site) => {
      match(await refused(site, body), expected);
    }),
  ),
  ...records.map(([what, change, field]) =>
    holds('§4.2, D7', `a record with ${what} refuses the import, by its number and field`, async (site) => {
      const first = ada();
      const message = await refused(site, { recordSets: clients(first, { ...ada(), ...change }) });
      match(message, new RegExp(`record 2 \\(set 1, record 2\\): ${field}`));
      deepEqual(await site.all('getUsers', { q: first.email }), []);
    }),
  ),
  holds(
    'D7, D18',
    'two records of a set with the same lookup value are refused, and the later names the earlier',
    async (site) => {
      const record = ada();
      const twin = { email: record.email.toUpperCase(), name: 'Bo' };
      const message = await refused(site, { recordSets: clients(record, ada(), twin) });
      match(message, /record 3 .*: email: .*record 1\b/);
    },
  ),
  holds('D7', 'every wrong record is named, across all sets', async (site) => {
    const role = setOf('role', 'name', { name: unique(), colour: 'red' });
    const recordSets = [...clients(ada(), { name: 'Bo' }, { email: 7 }), ...role];
    const message = await refused(site, { recordSets });
    match(message, /^record 2 \(set 1, record 2\)/m);
    match(message, /^record 3 \(set 1, record 3\)/m);
    match(message, /^record 4 \(set 2, record 1\)/m);
    doesNotMatch(message, /^record 1 /m);
  }),
  holds(
    'D7',
    'what needs the store makes an import invalid later, and nothing of it is saved',
    async (site) => {
      const record = ada();
      const issue = { identifier: unique(), title: 'A', requesterId: unique(), ownerNumbers: [unique()] };
      const imported = await site.imported([
        ...clients(record, { email: anEmail() }, { ...ada(), roleIds: [unique()] }),
        ...setOf('issue', 'identifier', issue),
      ]);
      const { status, success, error, errorMessage = '' } = imported;
      deepEqual([status, success, error], ['invalid', false, true]);
      match(errorMessage, /^record 2 .*: name: /m);
      match(errorMessage, /^record 3 .*: roleIds: /m);
      match(errorMessage, /^record 4 \(set 2, record 1\): requesterId: /m);
      match(errorMessage, /^record 4 \(set 2, record 1\): ownerNumbers: /m);
      deepEqual(outcomesOf(imported), ['notAttempted', 'failed', 'failed', 'failed']);
      deepEqual(await site.all('getUsers', { q: record.email }), []);
    },
  ),
  holds('D5', 'a name that another list has is refused, in any case and spacing', async (site) => {
    const name = `List ${unique()}`;
    await site.imported(setOf('list', 'name', { name }, { name: `${name} 2` }));
    const loud = name.toUpperCase().replace(' ', '');
    deepEqual(outcomesOf(await site.imported(setOf('list', 'name', { name: loud }))), ['unchanged']);
  }),
  holds('D13', '10,000 records are taken, and one more is refused with the number', async (site) => {
    const many = Array.from({ length: 10_001 }, (_, at) => ({ email: `${at}@example.org`, name: 'x' }));
    match(await refused(site, { dryRun: true, recordSets: clients(...many) }), /10000/);
    const imported = await site.imported(clients(...many.slice(1)), { dryRun: true });
    equal(imported.status, 'valid', imported.errorMessage);
    equal(outcomesOf(imported).length, 10_000);
  }),
];
