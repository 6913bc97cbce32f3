import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpReverts } from './http-reverts.ts';
import { startJsonAws } from './testing/json-aws.ts';

const closing: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Asked {
  readonly operation: string;
  readonly input: unknown;
  readonly authorization: string;
}

/** A control path that answers `getRevert` as told, and a secret. */
async function setUp(answers: Readonly<Partial<Record<string, object>>>, secret: object) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    void json(request).then((input) => {
      const operation = request.url?.split('/').at(-1) ?? '';
      asked.push({ operation, input, authorization: request.headers.authorization ?? '' });
      const found = operation === 'findToken' ? { ok: true, site: { siteId: 's1' } } : answers[operation];
      response.end(JSON.stringify(found ?? 'nonsense'));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const aws = await startJsonAws(() => ({ ok: { SecretString: JSON.stringify(secret) } }));
  closing.push(() => aws.close());
  const reverts = createHttpReverts({
    revertUrl: `http://127.0.0.1:${port}/control`,
    secretArn: 'secret',
    secrets: new SecretsManagerClient(aws.config),
    timeoutMs: 5000,
    now: () => new Date('2026-03-01T08:00:00.000Z'),
    fetch,
  });
  return { reverts, asked };
}

const withToken = { apiKey: 'k1', apiSecret: 'x', controlToken: 't1' };
const since = '2026-03-01T07:00:00.000Z';
const refusal = (code: string) => ({ ok: false, error: { code, message: `it is ${code}` } });
const told = (revert: object) => ({ getRevert: { ok: true, revert }, revertImport: { ok: true } });

describe('the control path of a service that undoes imports', () => {
  it('is asked with the token of the secret, for the site of the flow', async () => {
    const { reverts, asked } = await setUp(told({ status: 'reverting' }), withToken);
    expect(await reverts.revert('i1', since)).toEqual({ kind: 'awaited' });
    expect(asked.map(({ operation }) => operation)).toEqual(['findToken', 'getRevert']);
    expect(asked[1]).toMatchObject({ input: { siteId: 's1', importId: 'i1' }, authorization: 'Bearer t1' });
  });

  it('is asked with a signature where the secret has no token', async () => {
    const { reverts, asked } = await setUp(told({ status: 'reverting' }), { apiKey: 'k1' });
    await reverts.revert('i1', since);
    expect(asked[0]?.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=/u);
  });

  it('begins an undo that nobody asked for, and one that was given up before', async () => {
    for (const getRevert of [
      refusal('not_found'),
      told({ status: 'success', startedDate: '2026-02-01T00:00:00.000Z' }).getRevert,
    ]) {
      const { reverts, asked } = await setUp({ getRevert, revertImport: { ok: true } }, withToken);
      expect(await reverts.revert('i1', since)).toEqual({ kind: 'awaited' });
      expect(asked.at(-1)?.operation).toBe('revertImport');
    }
  });

  it('says that it is over, with its counts', async () => {
    const counts = { reversed: 3, kept: 1, failed: 0 };
    const { reverts } = await setUp(told({ status: 'reverted', counts }), withToken);
    expect(await reverts.revert('i1', since)).toEqual({ kind: 'reverted', counts });
  });

  it('says that it was refused, or given up since, and why', async () => {
    const refused = await setUp(
      { getRevert: refusal('not_found'), revertImport: refusal('invalid_request') },
      withToken,
    );
    expect(await refused.reverts.revert('i1', since)).toEqual({
      kind: 'refused',
      message: 'it is invalid_request',
    });
    const givenUp = { status: 'success', startedDate: '2026-03-01T07:30:00.000Z', errorMessage: 'given up' };
    const { reverts } = await setUp(told(givenUp), withToken);
    expect(await reverts.revert('i1', since)).toEqual({ kind: 'refused', message: 'given up' });
  });

  it.each([{}, { getRevert: refusal('server_error') }, { getRevert: { message: 'Forbidden' } }])(
    'is asked again after an answer that says nothing: %j',
    async (answers) => {
      const { reverts } = await setUp(answers, withToken);
      expect(await reverts.revert('i1', since)).toEqual({ kind: 'awaited' });
    },
  );
});
