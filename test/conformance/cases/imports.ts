import assert from 'node:assert/strict';
import {
  ended,
  headersOf,
  listIn,
  objectIn,
  textIn,
  unique,
  type Caller,
  type Fields,
  type Imported,
} from '../caller.ts';
import { given, holds, type Case } from '../case.ts';
import { readEnvelope } from '../envelope.ts';
import { createdIds, outcomesOf, previewOf } from './preview.ts';
import { saved, settled } from './searches.ts';

const clients = (records: object[], lookup = 'email'): object[] => [{ schema: 'client', lookup, records }];
const anEmail = (): string => `${unique()}@example.org`;
const userOf = async (site: Caller, id: string): Promise<Fields> =>
  objectIn(await site.ok('getUser', { id }), 'user');

async function succeeds(site: Caller, recordSets: object[], options: object = {}): Promise<Imported> {
  const imported = await site.imported(recordSets, options);
  const { status, done, success, error, errorMessage } = imported;
  assert.deepEqual([status, done, success, error], ['success', true, true, false], errorMessage);
  return imported;
}

const life: readonly Case[] = [
  holds(
    '§4.2, §2.11',
    'import answers an importId, by which importStatus follows it to its end',
    async (site) => {
      const imported = await succeeds(site, clients([{ email: anEmail(), name: 'Ada' }]), {
        filename: 'clients.csv',
      });
      assert.ok((imported.duration ?? -1) >= 0);
      assert.ok(Date.parse(imported.ranDate ?? '') >= Date.parse(imported.createdDate));
      assert.deepEqual(previewOf(imported).counts['created'], 1);
    },
  ),
  holds('§3, D6', 'done, success and error follow from the status at every moment', async (site) => {
    const body = {
      recordSets: clients(Array.from({ length: 300 }, () => ({ email: anEmail(), name: 'Ada' }))),
    };
    const importId = textIn(await site.ok('import', body), 'importId');
    const order = ['new', 'validating', 'valid', 'running', 'success'];
    let reached = 0;
    await site.eventually('the import ends', async () => {
      const { status, done, success, error } = await site.status(importId);
      assert.ok(order.indexOf(status) >= reached, `${status} after ${order[reached]}`);
      reached = order.indexOf(status);
      assert.deepEqual([done, success, error], [status === 'success', status === 'success', false]);
      return done || undefined;
    });
  }),
  holds('§4.2, D6', 'a dry run ends valid, and nothing is saved', async (site) => {
    const email = anEmail();
    const imported = await site.imported(clients([{ email, name: 'Ada' }]), { dryRun: true });
    const { status, done, success, error } = imported;
    assert.deepEqual([status, done, success, error], ['valid', true, true, false]);
    assert.deepEqual(previewOf(imported).outcomes, [[1, 'created']]);
    assert.deepEqual(await site.all('getUsers', { q: email }), []);
    assert.deepEqual(outcomesOf(await succeeds(site, clients([{ email, name: 'Ada' }]))), ['created']);
  }),
  holds('D8', 'a dry run shows what would be updated, from what and to what', async (site) => {
    const email = anEmail();
    const [id = ''] = createdIds(await succeeds(site, clients([{ email, name: 'Ada', homePhone: '1' }])));
    const dry = await site.imported(clients([{ email, name: 'Bo', homePhone: null }]), { dryRun: true });
    assert.deepEqual(previewOf(dry).outcomes, [[1, 'updated', id]]);
    assert.deepEqual(previewOf(dry).diffs, [[1, { name: ['Ada', 'Bo'], homePhone: ['1', null] }]]);
    assert.equal((await userOf(site, id))['name'], 'Ada');
  }),
  holds(
    '§4.2, D12',
    'import with wait answers the status too, by way of redirects to itself',
    async (site) => {
      const sent = {
        headers: headersOf(site.given.token),
        body: JSON.stringify({ wait: true, recordSets: clients([{ email: anEmail(), name: 'Ada' }]) }),
      };
      let path = 'import';
      let received = await site.send(path, sent);
      for (let hop = 1; received.status !== 200 && hop <= 10; hop += 1) {
        assert.equal(received.status, 307);
        path = received.headers['location'] ?? '';
        assert.match(path, /^import\?wait=[^&]+&hop=\d+$/);
        received = await site.send(path, sent);
      }
      const envelope = readEnvelope(received);
      assert.equal(envelope.ok, true);
      const status = objectIn(envelope, 'importStatus');
      assert.equal(status['importId'], envelope['importId']);
      assert.deepEqual([status['status'], status['done']], ['success', true]);
    },
  ),
  holds(
    'D12, D21',
    'a redirect that is not one of ours is an invalid request, and unauthorized to strangers',
    async (site) => {
      const headers = headersOf(site.given.token);
      for (const wait of ['x', 'x.y', '']) {
        const refused = readEnvelope(await site.send(`import?wait=${wait}&hop=1`, { headers, body: '{}' }));
        assert.equal(refused.error?.code, 'invalid_request');
      }
      const stranger = { 'content-type': 'application/json' };
      const refused = readEnvelope(await site.send('import?wait=x&hop=1', { headers: stranger, body: '{}' }));
      assert.equal(refused.error?.code, 'unauthorized');
    },
  ),
  holds('§4', 'importStatus of an unknown import is not found; of none, an invalid request', async (site) => {
    await site.refusal('not_found', 'importStatus', { importId: unique() });
    for (const body of [{}, { importId: '' }, { importId: 7 }, { importId: null }])
      assert.match(await site.refusal('invalid_request', 'importStatus', body), /importId/);
  }),
  holds('invariant 19', 'importStatus of an import of another site is not found', async (site) => {
    const other = site.as(given(site.given.otherSite, 'a token of another site'));
    const { importId } = await succeeds(site, clients([{ email: anEmail(), name: 'Ada' }]));
    await other.refusal('not_found', 'importStatus', { importId });
  }),
  holds(
    'D15',
    'the same Idempotency-Key and body answer the same import; another body is refused',
    async (site) => {
      const headers = { ...headersOf(site.given.token), 'idempotency-key': unique() };
      const body = JSON.stringify({ recordSets: clients([{ email: anEmail(), name: 'Ada' }]) });
      const first = readEnvelope(await site.send('import', { headers, body }));
      const again = readEnvelope(await site.send('import', { headers, body }));
      assert.equal(again['importId'], first['importId']);
      const other = JSON.stringify({ recordSets: clients([{ email: anEmail(), name: 'Bo' }]) });
      const refused = readEnvelope(await site.send('import', { headers, body: other }));
      assert.equal(refused.error?.code, 'invalid_request');
      await ended(site, String(first['importId']));
    },
  ),
];

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

export const importCases: readonly Case[] = [...life, ...records, ...kinds];
