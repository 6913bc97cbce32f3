import assert from 'node:assert/strict';
import { ended, headersOf, objectIn, textIn, unique } from '../caller.ts';
import { given, holds, type Case } from '../case.ts';
import { readEnvelope } from '../envelope.ts';
import { createdIds, outcomesOf, previewOf } from './preview.ts';
import { clients, anEmail, succeeds, userOf } from './importing.ts';
import { importedRecordCases } from './imported-records.ts';

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

export const importCases: readonly Case[] = [...life, ...importedRecordCases];
