import { operationNames } from '@sluice/contract';
import { openApiDocument } from '@sluice/contract/openapi';
import { describe, expect, it } from 'vitest';
import { dispatch } from './dispatch.ts';
import { onASite } from '../testing/on-a-site.ts';

const { service, site, call } = onASite();

const asked = { method: 'GET', path: '/openapi.json', query: {}, headers: {}, body: '', sourceIp: '' };

async function get(headers: Record<string, string> = {}) {
  const response = await dispatch({ ...asked, headers }, service.services);
  expect(service.faults).toEqual([]);
  return { ...response, document: JSON.parse(String(response.body)) };
}

describe('GET /openapi.json', () => {
  it('answers the document without credentials, with a request id and without a rate', async () => {
    const { status, headers, document } = await get();
    expect(status).toBe(200);
    expect(headers).toEqual({
      'Content-Type': 'application/json',
      'X-Request-Id': expect.stringMatching(/^.{10,}$/u),
    });
    expect(document).toEqual(JSON.parse(JSON.stringify(openApiDocument({ serverUrl: '/' }))));
    expect(Object.keys(document.paths)).toHaveLength(operationNames.length);
  });

  it('spends nothing of the rate of a token, and ignores a wrong token', async () => {
    const { apiKey, apiSecret } = site;
    const credentials = { 'x-api-key': apiKey, 'x-api-secret': apiSecret };
    for (const headers of [credentials, { ...credentials, 'x-api-secret': 'wrong' }]) {
      expect(await dispatch({ ...asked, headers }, service.services)).toMatchObject({ status: 200 });
    }
    const { body } = await call('checkCredentials');
    expect(body['meta']).toMatchObject({ rateLimitLimit: 100_000, rateLimitRemaining: 99_999 });
  });

  it.each([
    [{ host: 'a1b2.execute-api.example', 'x-forwarded-proto': 'https' }, 'https://a1b2.execute-api.example'],
    [{ host: '127.0.0.1:4567' }, 'http://127.0.0.1:4567'],
    [{ host: '[::1]:4567' }, 'http://[::1]:4567'],
    [{ host: 'a/../b@c"' }, '/'],
    [{ host: '' }, '/'],
  ])('names the server as it was asked: %o', async (headers, url) => {
    expect((await get(headers)).document.servers).toEqual([{ url }]);
  });

  it('a POST to it, or a GET of another path, is not_found in an envelope', async () => {
    expect(await service.post('/openapi.json', {})).toMatchObject({ code: 'not_found' });
    expect(await service.post('/openapi.yaml', { method: 'GET' })).toMatchObject({ code: 'not_found' });
  });
});
