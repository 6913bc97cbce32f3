import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { ended, headersOf, objectIn, stranger, textIn, unique, type Caller } from '../caller.ts';
import { holds, type Case } from '../case.ts';
import { readEnvelope, type Envelope } from '../envelope.ts';
import type { Sent } from '../port.ts';
import { importedRecordCases } from './imported-records.ts';
import {
  ada,
  anEmail,
  clients,
  flagsOf,
  importedId,
  previewOf,
  succeeds,
  userOf,
  yields,
} from './importing.ts';

const post = async (site: Caller, path: string, headers: Sent['headers'], body = '{}'): Promise<Envelope> =>
  readEnvelope(await site.send(path, { headers, body }));

const life: readonly Case[] = [
  holds(
    '§4.2, §2.11',
    'import answers an importId, by which importStatus follows it to its end',
    async (site) => {
      const imported = await succeeds(site, clients(ada()), { filename: 'clients.csv' });
      if (!site.ours) return;
      ok((imported.duration ?? -1) >= 0);
      ok(Date.parse(imported.ranDate ?? '') >= Date.parse(imported.createdDate));
      equal(previewOf(imported).counts['created'], 1);
    },
  ),
  holds('§3, D6', 'done, success and error follow from the status at every moment', async (site) => {
    const recordSets = clients(...Array.from({ length: 300 }, ada));
    const importId = textIn(await site.ok('import', { recordSets }), 'importId');
    const order = ['new', 'validating', 'valid', 'running', 'success'];
    let reached = 0;
    await site.eventually('the import ends', async () => {
      const { status, done, success, error } = await site.status(importId);
      ok(order.indexOf(status) >= reached, `${status} after ${order[reached]}`);
      reached = order.indexOf(status);
      deepEqual([done, success, error], [status === 'success', status === 'success', false]);
      return done || undefined;
    });
  }),
  holds('§4.2', 'a dry run saves nothing', async (site) => {
    const record = ada();
    equal((await site.imported(clients(record), { dryRun: true })).done, true);
    deepEqual(await site.all('getUsers', { q: record.email }), []);
  }),
  holds('§4.2, D6', 'a dry run ends valid, and nothing is saved', async (site) => {
    const record = ada();
    const imported = await site.imported(clients(record), { dryRun: true });
    deepEqual(flagsOf(imported), ['valid', true, true, false]);
    deepEqual(previewOf(imported).outcomes, [[1, 'created']]);
    deepEqual(await site.all('getUsers', { q: record.email }), []);
    await yields(site, clients(record), 'created');
  }),
  holds('D8', 'a dry run shows what would be updated, from what and to what', async (site) => {
    const email = anEmail();
    const id = await importedId(site, clients({ email, name: 'Ada', homePhone: '1' }));
    const dry = await site.imported(clients({ email, name: 'Bo', homePhone: null }), { dryRun: true });
    deepEqual(previewOf(dry).outcomes, [[1, 'updated', id]]);
    deepEqual(previewOf(dry).diffs, [[1, { name: ['Ada', 'Bo'], homePhone: ['1', null] }]]);
    equal((await userOf(site, id))['name'], 'Ada');
  }),
  holds(
    '§4.2, D12',
    'import with wait answers the status too, by way of redirects to itself',
    async (site) => {
      const body = JSON.stringify({ wait: true, recordSets: clients(ada()) });
      const sent = { headers: headersOf(site.given.token), body };
      let received = await site.send('import', sent);
      for (let hop = 1; received.status !== 200 && hop <= 10; hop += 1) {
        equal(received.status, 307);
        const path = received.headers['location'] ?? '';
        match(path, /^import\?wait=[^&]+&hop=\d+$/);
        received = await site.send(path, sent);
      }
      const envelope = readEnvelope(received);
      equal(envelope.ok, true);
      const { importId, status, done } = objectIn(envelope, 'importStatus');
      deepEqual([importId, status, done], [envelope['importId'], 'success', true]);
    },
  ),
  holds(
    'D12, D21',
    'a redirect that is not one of ours is an invalid request, and unauthorized to strangers',
    async (site) => {
      for (const wait of ['x', 'x.y', '']) {
        const { error } = await post(site, `import?wait=${wait}&hop=1`, headersOf(site.given.token));
        equal(error?.code, 'invalid_request');
      }
      const { error } = await post(site, 'import?wait=x&hop=1', { 'content-type': 'application/json' });
      equal(error?.code, 'unauthorized');
    },
  ),
  holds(
    '§4, D6',
    'importStatus of an unknown import is not found; of none, an invalid request',
    async (site) => {
      await site.refusal('not_found', 'importStatus', { importId: unique() });
      await site.refusesEach('importStatus', { importId: [undefined, '', 7, null] });
    },
  ),
  holds('invariant 19', 'importStatus of an import of another site is not found', async (site) => {
    const { importId } = await succeeds(site, clients(ada()));
    await stranger(site).refusal('not_found', 'importStatus', { importId });
  }),
  holds(
    'D15',
    'the same Idempotency-Key and body answer the same import, also after its end; another body is refused',
    async (site) => {
      const headers = { ...headersOf(site.given.token), 'idempotency-key': unique() };
      const otherKey = { ...headers, 'idempotency-key': unique() };
      const [body, other] = [ada(), ada()].map((record) => JSON.stringify({ recordSets: clients(record) }));
      const { importId } = await post(site, 'import', headers, body);
      equal((await post(site, 'import', headers, body))['importId'], importId);
      equal((await post(site, 'import', headers, other)).error?.code, 'invalid_request');
      await ended(site, String(importId));
      equal((await post(site, 'import', headers, body))['importId'], importId);
      const separate = await post(site, 'import', otherKey, body);
      notEqual(separate['importId'], importId);
      await ended(site, String(separate['importId']));
    },
  ),
];

export const importCases: readonly Case[] = [...life, ...importedRecordCases];
