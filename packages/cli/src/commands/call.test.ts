import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/captured.ts';
import { json, startFakeSystem } from '../testing/fake-system.ts';
import type { FakeAnswer, FakeSystem } from '../testing/fake-system.ts';

const meta = { requestId: 'r1', duration: 3, rateLimitRemaining: 9, rateLimitLimit: 10 };

describe('sluice call', () => {
  let system: FakeSystem;
  beforeEach(async () => {
    system = await startFakeSystem();
  });
  afterEach(() => system.stop());

  const call = (argv: string[], answer: FakeAnswer | undefined, stdin = '') => {
    system.answer = () => answer;
    return runCaptured(['call', ...argv], { cwd: system.cwd, stdin });
  };

  it('prints the whole envelope, unknown fields too, and ends with 0 when it is ok', async () => {
    const envelope = { ok: true, meta, roles: [{ id: '1', name: 'Staff', extra: true }] };
    const { status, stdout } = await call(['getRoles'], json(envelope));
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toStrictEqual(envelope);
  });

  it('prints a refusal on stdout and ends with 4', async () => {
    const envelope = { ok: false, meta, error: { code: 'not_found', message: 'no such user', status: 404 } };
    const { status, stdout } = await call(['getUser', '{"id":"x"}'], json(envelope));
    expect(status).toBe(4);
    expect(JSON.parse(stdout)).toStrictEqual(envelope);
  });

  it('sends the body as it is, and the token in headers', async () => {
    await call(['getUsers', '{"limit": 5000}'], json({ ok: true, meta }));
    expect(system.seen).toMatchObject([
      {
        method: 'POST',
        path: '/service/getUsers',
        body: '{"limit":5000}',
        headers: { 'x-api-key': 'key-1' },
      },
    ]);
  });

  it('sends no token of its own beside one in the body', async () => {
    await call(['checkCredentials', '{"apiKey":"k","apiSecret":"s"}'], json({ ok: true, meta }));
    expect(system.seen[0]?.headers['x-api-key']).toBeUndefined();
  });

  it('reads the body from stdin with -', async () => {
    await call(['getUser', '-'], json({ ok: true, meta }), '{"id":"7"}');
    expect(system.seen[0]?.body).toBe('{"id":"7"}');
  });

  it('follows the redirect of a large download without showing the token there', async () => {
    system.answer = ({ path }) =>
      path === '/elsewhere'
        ? { status: 200, body: 'bytes' }
        : { status: 303, body: '', headers: { location: '/elsewhere' } };
    const { stdout } = await runCaptured(['call', 'downloadFile', '{"key":"k"}'], { cwd: system.cwd });
    expect(stdout).toBe('bytes');
    expect(system.seen[1]?.headers['x-api-secret']).toBeUndefined();
  });

  it.each([
    [['flyUsers'], 'There is no operation "flyUsers". Expected one of: checkCredentials'],
    [['getUser', '{'], 'The body is not JSON (at position 1)'],
    [['getUser', '[]'], 'The body is not a JSON object'],
  ])('refuses %j before anything is sent', async (argv, words) => {
    const { status, stderr } = await call(argv, undefined);
    expect(status).toBe(2);
    expect(stderr).toContain(words);
    expect(system.seen).toStrictEqual([]);
  });

  it('says that something else than the service answered', async () => {
    const { status, stderr } = await call(['getRoles'], { status: 502, body: 'Bad gateway' });
    expect(status).toBe(1);
    expect(stderr).toContain('HTTP 502 without an envelope');
  });
});
