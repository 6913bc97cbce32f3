import { describe, expect, it } from 'vitest';
import { fakeSystem, json } from '../testing/fake-system.ts';

const system = fakeSystem();
const meta = { requestId: 'r1', duration: 3, rateLimitRemaining: 9, rateLimitLimit: 10 };
const error = { code: 'not_found', message: 'no such user', status: 404 };

describe('sluice call', () => {
  it.each([
    ['whole envelope, unknown fields too', 0, { ok: true, meta, roles: [{ id: '1', extra: true }] }],
    ['refusal', 4, { ok: false, meta, error }],
  ])('prints the %s on stdout and ends with %i', async (_, status, envelope) => {
    system.answers(json(envelope));
    const { stdout } = await system.ends(['call', 'getUser', '{"id":"x"}'], { status });
    expect(JSON.parse(stdout)).toStrictEqual(envelope);
  });

  it.each([
    ['as it is, and the token in headers', 'getUsers', '{"limit": 5000}', '{"limit":5000}', 'key-1'],
    [
      'without another token beside its own',
      'checkCredentials',
      '{"apiKey":"k","apiSecret":"s"}',
      '{"apiKey":"k","apiSecret":"s"}',
      undefined,
    ],
    ['from stdin with -', 'getUser', '-', '{"id":"7"}', 'key-1'],
  ])('sends the body %s', async (_, operation, argument, body, apiKey) => {
    system.answers(json({ ok: true, meta }));
    await system.sluice(['call', operation, argument], { stdin: '{"id":"7"}' });
    expect(system.seen).toMatchObject([{ method: 'POST', path: `/service/${operation}`, body }]);
    expect(system.seen[0]?.headers['x-api-key']).toBe(apiKey);
  });

  it('follows the redirect of a large download without sending the token there', async () => {
    system.answer = ({ path }) =>
      path === '/elsewhere'
        ? { status: 200, body: 'bytes' }
        : { status: 303, body: '', headers: { location: '/elsewhere' } };
    const { stdout } = await system.sluice('call downloadFile {"key":"k"}');
    expect(stdout).toBe('bytes');
    expect(system.seen[1]?.headers['x-api-secret']).toBeUndefined();
  });

  it.each([
    ['flyUsers', 'There is no operation "flyUsers". Expected one of: checkCredentials'],
    ['getUser {', 'The body is not JSON (at position 1)'],
    ['getUser []', 'The body is not a JSON object'],
  ])('refuses `%s` before anything is sent', async (words, stderr) => {
    await system.ends(`call ${words}`, { status: 2, stderr });
    expect(system.seen).toStrictEqual([]);
  });

  it('reports an answer that does not come from the service', async () => {
    system.answers({ status: 502, body: 'Bad gateway' });
    await system.ends('call getRoles', { status: 1, stderr: 'HTTP 502 in an unexpected form' });
  });
});
