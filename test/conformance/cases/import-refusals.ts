import assert from 'node:assert/strict';
import { unique, type Caller } from '../caller.ts';
import { holds, type Case } from '../case.ts';
import { outcomesOf } from './preview.ts';
import { saved } from './searches.ts';

const good = () => ({ email: `${unique()}@example.org`, name: 'Ada' });
const clients = (...records: unknown[]) => [{ schema: 'client', lookup: 'email', records }];

/** Refused at once, with the id of an import that is `invalid`; answers the message. */
async function refused(site: Caller, body: object): Promise<string> {
  const envelope = await site.call('import', body);
  assert.equal(envelope.error?.code, 'invalid_request');
  const status = await site.status(String(envelope['importId']));
  const { success, error, done } = status;
  assert.deepEqual([status.status, success, error, done], ['invalid', false, true, true]);
  assert.equal(status.errorMessage, envelope.error?.message);
  return envelope.error?.message ?? '';
}

const shapes: readonly [string, object, RegExp][] = [
  ['without recordSets', {}, /recordSets: expected/],
  ['with recordSets that are no list', { recordSets: {} }, /recordSets: expected a list/],
  ['with recordSets that are null', { recordSets: null }, /recordSets: expected/],
  ['with a set that is no object', { recordSets: ['client'] }, /recordSets\[0\]: expected/],
  ['without a schema', { recordSets: [{ lookup: 'email', records: [good()] }] }, /recordSets\[0\]\.schema/],
  ['with an empty schema', { recordSets: [{ schema: '', lookup: 'email', records: [good()] }] }, /schema/],
  ['without a lookup', { recordSets: [{ schema: 'client', records: [good()] }] }, /recordSets\[0\]\.lookup/],
  ['with an empty lookup', { recordSets: [{ schema: 'client', lookup: '', records: [good()] }] }, /lookup/],
  ['without records', { recordSets: [{ schema: 'client', lookup: 'email' }] }, /recordSets\[0\]\.records/],
  ['with no record in a set', { recordSets: clients() }, /records: expected at least 1/],
  ['with a record that is no object', { recordSets: clients(good(), 'Ada') }, /records\[1\]/],
  ['with a record that is a list', { recordSets: clients([]) }, /records\[0\]/],
  ['with a set that has another field', { recordSets: [{ ...clients(good())[0], colour: 'red' }] }, /colour/],
  [
    'with a dryRun that is no flag',
    { dryRun: 'true', recordSets: clients(good()) },
    /dryRun: expected true or false/,
  ],
  ['with a wait that is no flag', { wait: 1, recordSets: clients(good()) }, /wait: expected true or false/],
  [
    'with a filename that is no text',
    { filename: 7, recordSets: clients(good()) },
    /filename: expected a text/,
  ],
  [
    'with an address of success that is none',
    { successNotificationEmails: ['none'], recordSets: clients(good()) },
    /successNotificationEmails\[0\]: expected an e-mail/,
  ],
  [
    'with addresses of failure that are no list',
    { failureNotificationEmails: 'a@example.org', recordSets: clients(good()) },
    /failureNotificationEmails: expected a list/,
  ],
  ['with an unknown field', { colour: 'red', recordSets: clients(good()) }, /colour/],
  [
    'of an unknown schema',
    { recordSets: [{ schema: 'planet', lookup: 'name', records: [{ name: 'x' }] }] },
    /set 1: schema: expected/,
  ],
  [
    'of documents',
    { recordSets: [{ schema: 'document', lookup: 'id', records: [{ id: 'x' }] }] },
    /set 1: schema: expected/,
  ],
  [
    'by a lookup that is none',
    { recordSets: [{ schema: 'client', lookup: 'homePhone', records: [{ homePhone: '1' }] }] },
    /set 1: lookup: expected/,
  ],
  [
    'of items of an unknown list',
    { recordSets: [{ schema: 'ListItem.Nowhere at all', lookup: 'title', records: [{ title: 'x' }] }] },
    /set 1: schema: expected .*list/,
  ],
];

const records: readonly [string, object, RegExp][] = [
  ['a field that is none', { ...good(), colour: 'red' }, /record 2 \(set 1, record 2\): colour: /],
  ['a wrong e-mail address', { email: 'none', name: 'Bo' }, /record 2 .*: email: /],
  ['a type that is wrong', { ...good(), isSuspended: 'yes' }, /record 2 .*: isSuspended: /],
  ['a date that is none', { ...good(), lastContactDate: '31.1.' }, /record 2 .*: lastContactDate: /],
  ['no value to be found by', { name: 'Bo' }, /record 2 .*: email: /],
  ['an empty value to be found by', { email: ' ', name: 'Bo' }, /record 2 .*: email: /],
  ['a field that the service sets', { ...good(), createdDate: '2026-01-31' }, /record 2 .*: createdDate: /],
  ['an id beside another lookup', { ...good(), id: 'x' }, /record 2 .*: id: /],
  ['its name cleared', { ...good(), name: null }, /record 2 .*: name: /],
  ['another userType', { ...good(), userType: 'professional' }, /record 2 .*: userType: /],
  ['a list where a text is expected', { ...good(), name: ['Bo'] }, /record 2 .*: name: /],
  ['a text that is too long', { ...good(), name: 'x'.repeat(201) }, /record 2 .*: name: .*200/],
];

export const importRefusalCases: readonly Case[] = [
  ...shapes.map(([what, body, expected]) =>
    holds('§4.2, D7', `an import ${what} is refused at once, and kept as invalid`, async (site) => {
      assert.match(await refused(site, body), expected);
    }),
  ),
  ...records.map(([what, record, expected]) =>
    holds('§4.2, D7', `a record with ${what} refuses the import, by its number and field`, async (site) => {
      const first = good();
      assert.match(await refused(site, { recordSets: clients(first, record) }), expected);
      assert.deepEqual(await site.all('getUsers', { q: first.email }), []);
    }),
  ),
  holds(
    'D7, D18',
    'two records of a set with the same lookup value are refused, and the later names the earlier',
    async (site) => {
      const record = good();
      const twin = { ...record, email: record.email.toUpperCase(), name: 'Bo' };
      assert.match(
        await refused(site, { recordSets: clients(record, good(), twin) }),
        /record 3 .*: email: .*record 1\b/,
      );
    },
  ),
  holds('D7', 'every wrong record is named, across all sets', async (site) => {
    const role = { schema: 'role', lookup: 'name', records: [{ name: unique(), colour: 'red' }] };
    const message = await refused(site, {
      recordSets: [...clients(good(), { name: 'Bo' }, { email: 7 }), role],
    });
    assert.match(message, /^record 2 \(set 1, record 2\)/m);
    assert.match(message, /^record 3 \(set 1, record 3\)/m);
    assert.match(message, /^record 4 \(set 2, record 1\)/m);
    assert.doesNotMatch(message, /^record 1 /m);
  }),
  holds(
    'D7',
    'what needs the store makes an import invalid later, and nothing of it is saved',
    async (site) => {
      const record = good();
      const nameless = { email: `${unique()}@example.org` };
      const [wrongRole, wrongRequester] = [unique(), unique()];
      const imported = await site.imported([
        ...clients(record, nameless, { ...good(), roleIds: [wrongRole] }),
        {
          schema: 'issue',
          lookup: 'identifier',
          records: [{ identifier: unique(), title: 'A', requesterId: wrongRequester }],
        },
      ]);
      const { status, success, error, errorMessage = '' } = imported;
      assert.deepEqual([status, success, error], ['invalid', false, true]);
      assert.match(errorMessage, /^record 2 .*: name: /m);
      assert.match(errorMessage, /^record 3 .*: roleIds: /m);
      assert.match(errorMessage, /^record 4 \(set 2, record 1\): requesterId: /m);
      assert.deepEqual(outcomesOf(imported), ['notAttempted', 'failed', 'failed', 'failed']);
      assert.deepEqual(await site.all('getUsers', { q: record.email }), []);
    },
  ),
  holds('D5', 'a name that another list has is refused, in any case and spacing', async (site) => {
    const name = `List ${unique()}`;
    await site.imported([{ schema: 'list', lookup: 'name', records: [{ name }, { name: `${name} 2` }] }]);
    const [item] = await saved(site, [{ name: 'Ada' }]);
    assert.ok(item);
    const loud = name.toUpperCase().replace(' ', '');
    const again = await site.imported([{ schema: 'list', lookup: 'name', records: [{ name: loud }] }]);
    assert.deepEqual(outcomesOf(again), ['unchanged']);
  }),
  holds('D13', '10,000 records are taken, and one more is refused with the number', async (site) => {
    const many = Array.from({ length: 10_001 }, (_, at) => ({ email: `${at}@example.org`, name: 'x' }));
    assert.match(await refused(site, { dryRun: true, recordSets: clients(...many) }), /10000/);
    const imported = await site.imported(clients(...many.slice(1)), { dryRun: true });
    assert.equal(imported.status, 'valid', imported.errorMessage);
    assert.equal(outcomesOf(imported).length, 10_000);
  }),
];
