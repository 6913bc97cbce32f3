import { dispatch } from '@sluice/data-access';
import { createMemoryStore, startService } from '@sluice/data-access/testing/service';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
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
    const call = async (path: string, input: object) =>
      dispatch(
        { method: 'POST', path, headers: {}, query: {}, body: JSON.stringify(input) },
        { ...services, refused: measureRefusal },
      );
    const pair = { apiKey: site.apiKey, apiSecret: site.apiSecret };
    await call('/getUsers', { ...pair, apiSecret: 'wrong Canary' });
    await call('/getUsers', { ...pair, limit: -1 });
    await call('/Canary', pair);
    await call('/getUsers', pair);
    expect(sums()).toEqual({ CallsUnauthorized: 1, CallsInvalid: 1, CallsNotFound: 1 });
    expect(log.lines.filter((line) => line.includes('Canary'))).toEqual([]);
  });
});
