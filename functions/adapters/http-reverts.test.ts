import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { startRecorder, type Seen } from '@sluice/local/testing/http-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttpReverts } from './http-reverts.ts';
import { outsideWith } from './testing/outside-with.ts';
import { jsonAws } from './testing/json-aws.ts';

/** A service with these answers, and a secret. */
async function setUp(answers: Readonly<Partial<Record<string, object>>>, secret: object) {
  const operationOf = ({ url }: Pick<Seen, 'url'>) => url?.split('/').at(-1) ?? '';
  const { port, seen, ...disposing } = await startRecorder((response, request) => {
    const operation = operationOf(request);
    if (answers[operation] === elsewhere) response.writeHead(307, { location: '/elsewhere/getRevert' });
    response.end(JSON.stringify(answers[operation] ?? 'nonsense'));
  });
  onTestFinished(disposing[Symbol.asyncDispose]);
  const config = await jsonAws(() => ({ ok: { SecretString: JSON.stringify(secret) } }));
  const now = () => new Date('2026-03-01T08:00:00.000Z');
  const reverts = createHttpReverts(
    { SERVICE_REVERT_URL: `http://127.0.0.1:${port}/undo`, SERVICE_SECRET_ARN: 'secret' },
    outsideWith(new SecretsManagerClient(config), { now }),
    { timeoutMs: 5000 },
  );
  const asked = () => seen.map((request) => ({ ...request, operation: operationOf(request) }));
  return { revert: async () => reverts?.revert('i1', since), asked };
}

const elsewhere = {};
const withToken = { apiKey: 'k1', apiSecret: 'x', controlToken: 't1' };
const since = '2026-03-01T07:00:00.000Z';
const refusal = (code: string) => ({ ok: false, error: { code, message: `it is ${code}` } });
const answering = (revert: object) => ({ getRevert: { ok: true, revert }, revertImport: { ok: true } });

describe('a service that undoes imports', () => {
  it('receives the token of the flow, which names its site, and the bearer token of the secret', async () => {
    const { revert, asked } = await setUp(answering({ status: 'reverting' }), withToken);
    expect(await revert()).toEqual({ kind: 'awaited' });
    expect(asked().map(({ operation }) => operation)).toEqual(['getRevert']);
    const headers = { 'x-api-key': 'k1', 'x-api-secret': 'x', authorization: 'Bearer t1' };
    expect(asked()[0]?.headers).toMatchObject(headers);
    expect(JSON.parse(asked()[0]?.body ?? '')).toEqual({ importId: 'i1', limit: 1 });
  });

  it('receives a signature and the token of the flow if the secret has no bearer token', async () => {
    const { revert, asked } = await setUp(answering({ status: 'reverting' }), {
      apiKey: 'k1',
      apiSecret: 'x',
    });
    await revert();
    const authorization = expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=/u) as string;
    expect(asked()[0]?.headers).toMatchObject({ 'x-api-key': 'k1', 'x-api-secret': 'x', authorization });
  });

  it('never follows a redirect, since the request has credentials', async () => {
    const { revert, asked } = await setUp({ getRevert: elsewhere }, withToken);
    expect(await revert()).toEqual({ kind: 'awaited' });
    expect(asked().map(({ url }) => url)).toEqual(['/undo/getRevert']);
  });

  it('starts an undo that was not requested yet, or was given up before', async () => {
    for (const getRevert of [
      refusal('not_found'),
      answering({ status: 'success', startedDate: '2026-02-01T00:00:00.000Z' }).getRevert,
    ]) {
      const { revert, asked } = await setUp({ getRevert, revertImport: { ok: true } }, withToken);
      expect(await revert()).toEqual({ kind: 'awaited' });
      expect(asked().at(-1)?.operation).toBe('revertImport');
    }
  });

  it('reports the end, with its counts', async () => {
    const counts = { reversed: 3, kept: 1, failed: 0 };
    const { revert } = await setUp(answering({ status: 'reverted', counts }), withToken);
    expect(await revert()).toEqual({ kind: 'reverted', counts });
  });

  it('reports a refusal, or that the undo was given up since, with the reason', async () => {
    const refused = await setUp(
      { getRevert: refusal('not_found'), revertImport: refusal('invalid_request') },
      withToken,
    );
    expect(await refused.revert()).toEqual({ kind: 'refused', message: 'it is invalid_request' });
    const givenUp = { status: 'success', startedDate: '2026-03-01T07:30:00.000Z', errorMessage: 'given up' };
    const { revert } = await setUp(answering(givenUp), withToken);
    expect(await revert()).toEqual({ kind: 'refused', message: 'given up' });
  });

  it.each([{}, { getRevert: refusal('server_error') }, { getRevert: { message: 'Forbidden' } }])(
    'is asked again after an unusable answer: %j',
    async (answers) => {
      const { revert } = await setUp(answers, withToken);
      expect(await revert()).toEqual({ kind: 'awaited' });
    },
  );
});
