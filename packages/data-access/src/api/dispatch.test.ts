import { describe, expect, it } from 'vitest';
import { client, onASite } from '../testing/on-a-site.ts';

const { service, site, call, control } = onASite();

describe('an answer', () => {
  it('never stays in a cache, and is never asked for without TLS again', async () => {
    const recordSets = [client([{ email: 'a@x.org', name: 'Ada' }])];
    for (const answer of [
      call('checkCredentials'),
      call('import', { recordSets, wait: true }),
      control('createToken', { permission: 'read' }),
    ])
      expect((await answer).response.headers).toMatchObject({
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'Strict-Transport-Security': 'max-age=31536000',
      });
  });
});

describe('credentials', () => {
  it('are refused in the same words, whatever is wrong with them', async () => {
    const { apiKey, apiSecret } = site;
    for (const wrong of [{}, { apiKey, apiSecret: 'wrong' }, { apiKey: 'unknown', apiSecret }]) {
      const { message } = await service.post('/checkCredentials', { body: JSON.stringify(wrong) });
      expect(message).toContain('X-API-Key');
    }
  });

  it('are refused when one is empty in the headers and correct in the body', async () => {
    const { apiKey, apiSecret } = site;
    const headers = { 'x-api-key': '', 'x-api-secret': apiSecret };
    const body = JSON.stringify({ apiKey });
    expect(await service.post('/checkCredentials', { headers, body })).toMatchObject({
      code: 'unauthorized',
    });
  });

  it('note their last use at most once a minute', async () => {
    const lastUsed = async () => (await service.services.store.access.token(site.apiKey))?.lastUsedDate;
    await call('checkCredentials');
    expect(await lastUsed()).toBe('2026-03-01T08:00:00.000Z');
    service.advance(59_000);
    await call('checkCredentials');
    expect(await lastUsed()).toBe('2026-03-01T08:00:00.000Z');
    service.advance(2_000);
    await call('checkCredentials');
    expect(await lastUsed()).toBe('2026-03-01T08:01:01.000Z');
  });
});

describe('an answer', () => {
  it('takes the version and the endpointId as headers, by the same rules', async () => {
    const { apiKey, apiSecret } = site;
    const credentials = { 'x-api-key': apiKey, 'x-api-secret': apiSecret };
    const send = (headers: object, body: object = {}) =>
      service.post('/checkCredentials', {
        headers: { ...credentials, ...headers },
        body: JSON.stringify(body),
      });
    expect((await send({ 'x-api-version': '1', 'x-endpoint-id': 'e1' })).ok).toBe(true);
    expect((await send({ 'x-api-version': '2' }, { apiVersion: '1' })).message).toContain('apiVersion');
    expect((await send({ 'x-endpoint-id': '' })).message).toContain('endpointId');
  });

  it('a fault of the service becomes server_error, and its cause is reported', async () => {
    service.services.store.records.get = async () => {
      throw new Error('the table burns');
    };
    const { code, message, response } = await call('getUser', { id: 'x' });
    expect(code).toBe('server_error');
    expect(message).not.toContain('burns');
    expect(response.status).toBe(200);
    expect(service.faults).toMatchObject([{ operation: 'getUser', cause: { message: 'the table burns' } }]);
  });

  it('no unknown path is reported, since it may contain a secret (invariant 15)', async () => {
    const { apiKey, apiSecret } = site;
    service.services.store.access.token = async () => {
      throw new Error('the table burns');
    };
    const answer = await service.post(`/${apiSecret}/getUser`, {
      body: JSON.stringify({ apiKey, apiSecret }),
    });
    expect(answer).toMatchObject({ code: 'server_error' });
    expect(service.faults).toMatchObject([{ operation: 'unknown' }]);
    expect(JSON.stringify(service.faults)).not.toContain(apiSecret);
  });
});
