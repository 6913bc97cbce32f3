import { randomBytes } from 'node:crypto';
import { dispatch, dispatchControl, type Services } from '@sluice/data-access';
import { createMemoryStore, startService } from '@sluice/data-access/testing/service';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { metricNames } from '../metrics.ts';
import { measureRefusal, meteredStore } from './metered-store.ts';
import { captureLog } from '@sluice/flow/testing/log-lines';

const log = captureLog();
beforeEach(() => {
  log.lines.length = 0;
});

/** Every metric that was measured, with its sum, but for times. */
function sums(): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const line of log.lines) {
    const facts = z.record(z.string(), z.unknown()).parse(JSON.parse(line));
    for (const name of metricNames.filter((one) => one in facts && !one.endsWith('Seconds')))
      totals[name] = (totals[name] ?? 0) + Number(facts[name]);
  }
  return totals;
}

const clients = (...emails: string[]) => [
  {
    schema: 'client',
    lookup: 'email',
    records: emails.map((email) => ({ email, name: `Canary ${email}` })),
  },
];

const sourceIp = '203.0.113.9';
const caller = (services: Services) => async (path: string, input: object) =>
  dispatch(
    { method: 'POST', path, headers: {}, query: {}, body: JSON.stringify(input), sourceIp },
    { ...services, refused: measureRefusal },
  );
const refused = () => log.lines.filter((line) => line.includes('CallsUnauthorized'));

describe('what the service measures', () => {
  it('is each import once by its end, however often it is written, and the records that were applied', async () => {
    const service = startService(meteredStore(createMemoryStore()));
    const site = await service.newSite();
    await service.importAll(site, clients('a@example.com', 'b@example.com'), { dryRun: true });
    const done = await service.importAll(site, clients('a@example.com', 'b@example.com'));
    expect(done.status).toBe('success');
    // Handed out again, as SQS may.
    service.messages.push({ v: 1, siteId: site.siteId, importId: done.importId });
    await service.drain();
    expect(sums()).toEqual({ DryRunsFinished: 1, ImportsApplied: 1, RecordsImported: 2 });
    await service.control('revertImport', { siteId: site.siteId, importId: done.importId });
    await service.drain();
    expect(sums()).toMatchObject({ ImportsApplied: 1, ImportsReverted: 1, RecordsImported: 2 });
    expect(log.lines.filter((line) => /Canary|example\.com/u.test(line))).toEqual([]);
  });

  it('is each refused call by its code, although every answer is HTTP 200', async () => {
    const { services, newSite } = startService();
    const site = await newSite('read');
    const call = caller(services);
    const pair = { apiKey: site.apiKey, apiSecret: site.apiSecret };
    await call('/getUsers', { ...pair, apiSecret: 'wrong Canary' });
    await call('/getUsers', { ...pair, limit: -1 });
    await call('/Canary', pair);
    await call('/getUsers', pair);
    expect(sums()).toEqual({ CallsUnauthorized: 1, CallsInvalid: 1, CallsNotFound: 1 });
    expect(log.lines.filter((line) => line.includes('Canary'))).toEqual([]);
  });
});

describe('refused credentials', () => {
  const { services, newSite } = startService();
  const call = caller(services);
  const secret = randomBytes(32).toString('base64url');

  it.each([
    ['a wrong secret', (apiKey: string) => ({ apiKey, apiSecret: secret })],
    ['an unknown key', () => ({ apiKey: '01arz3ndektsv4rrffq69g5fav', apiSecret: secret })],
  ])('leave the address and the key in the log: %s', async (_, pairOf) => {
    const pair = pairOf((await newSite()).apiKey);
    await call('/getUsers', pair);
    expect(refused().map((line) => JSON.parse(line))).toMatchObject([
      { operation: 'getUsers', from: sourceIp, apiKey: pair.apiKey, CallsUnauthorized: 1 },
    ]);
    expect(log.lines.join('')).not.toContain(secret);
  });

  it('of a read token leave them too where it would write or undo', async () => {
    const { apiKey, apiSecret } = await newSite('read');
    await call('/saveUsers', { apiKey, apiSecret, users: [{ name: 'Canary' }] });
    const undo = { method: 'POST', path: '/undo/revertImport', headers: {}, query: {}, sourceIp };
    const body = JSON.stringify({ apiKey, apiSecret, importId: 'x' });
    await dispatchControl({ ...undo, body }, { ...services, refused: measureRefusal });
    expect(refused().map((line) => JSON.parse(line))).toMatchObject([
      { operation: 'saveUsers', from: sourceIp, apiKey },
      { operation: 'revertImport', from: sourceIp, apiKey },
    ]);
    expect(log.lines.join('')).not.toContain('Canary');
  });

  it.each([
    ['the secret as its key', { apiKey: secret, apiSecret: '01arz3ndektsv4rrffq69g5fav' }],
    ['a key of somebody else', { apiKey: 'Canary key', apiSecret: secret }],
    ['no key', { apiSecret: secret }],
    ['a key that is no text', { apiKey: { Canary: 1 }, apiSecret: secret }],
  ])(
    'leave only the address in the log with %s, since it may be a secret (invariant 15)',
    async (_, pair) => {
      await call('/getUsers', pair);
      expect(refused().map((line) => Object.keys(JSON.parse(line)))).toEqual([
        expect.not.arrayContaining(['apiKey']),
      ]);
      expect(refused()[0]).toContain(sourceIp);
      for (const hidden of [secret, 'Canary']) expect(log.lines.join('')).not.toContain(hidden);
    },
  );
});
