import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { startRecorder, type Seen } from '@sluice/local/testing/http-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHttpReverts } from './http-reverts.ts';
import { outsideWith } from './testing/outside-with.ts';
import { jsonAws } from './testing/json-aws.ts';

type Answers = Readonly<Partial<Record<string, object | readonly object[]>>>;

/** A service with these answers (of a list one after the other, the last one for ever), and a secret. */
async function setUp(answers: Answers, secret: object) {
  const times = new Map<string, number>();
  const answerTo = (operation: string): object | undefined => {
    const at = times.get(operation) ?? 0;
    times.set(operation, at + 1);
    return [answers[operation]]
      .flat()
      .slice(0, at + 1)
      .at(-1);
  };
  const operationOf = ({ url }: Pick<Seen, 'url'>) => url?.split('/').at(-1) ?? '';
  const { port, seen, ...disposing } = await startRecorder((response, request) => {
    const answer = answerTo(operationOf(request));
    if (answer === elsewhere) response.writeHead(307, { location: '/elsewhere/getRevert' });
    if (answer === tooMany) response.writeHead(429);
    response.end(JSON.stringify(answer ?? 'nonsense'));
  });
  onTestFinished(disposing[Symbol.asyncDispose]);
  const config = await jsonAws(() => ({ ok: { SecretString: JSON.stringify(secret) } }));
  let ms = Date.parse('2026-03-01T08:00:00.000Z');
  const now = () => new Date(ms);
  const sleep = async (pauseMs: number) => void (ms += pauseMs);
  const reverts = createHttpReverts(
    { SERVICE_REVERT_URL: `http://127.0.0.1:${port}/undo`, SERVICE_SECRET_ARN: 'secret' },
    outsideWith(new SecretsManagerClient(config), { now, sleep }),
    { timeoutMs: 5000 },
  );
  const asked = () => seen.map((request) => ({ ...request, operation: operationOf(request) }));
  return { revert: async () => reverts?.revert('i1', since), asked };
}

const elsewhere = {};
const tooMany = { message: 'Too Many Requests' };
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
    expect(JSON.parse(asked()[0]?.body ?? '')).toMatchObject({ importId: 'i1', limit: 1000 });
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

  describe('that has undone one', () => {
    const counts = { reversed: 2, kept: 0, failed: 0 };
    const [first, second] = [1, 2].map((number) => ({ number, id: `u${number}`, outcome: 'reversed' }));
    const page = { ok: true, revert: { status: 'reverted', counts } };
    const pages = [
      { ...page, items: [first], hasMore: true, nextCursor: 'c1' },
      { ...page, items: [second], hasMore: false },
    ] as const;
    const whole = { kind: 'reverted', counts, records: [first, second] };

    it('reports the counts, and the records of all pages', async () => {
      const { revert, asked } = await setUp({ getRevert: pages }, withToken);
      expect(await revert()).toEqual(whole);
      expect(asked().map(({ body }) => (JSON.parse(body) as { cursor?: string }).cursor)).toEqual([
        undefined,
        'c1',
      ]);
    });

    it('is asked again for a page while its API is over the rate', async () => {
      const getRevert = [tooMany, pages[0], tooMany, tooMany, pages[1]];
      const { revert, asked } = await setUp({ getRevert }, withToken);
      expect(await revert()).toEqual(whole);
      expect(asked()).toHaveLength(5);
    });

    it('has not settled it while a page has no usable answer', async () => {
      for (const unusable of [{ message: 'Internal Server Error' }, refusal('server_error'), page]) {
        const { revert } = await setUp({ getRevert: [pages[0], unusable] }, withToken);
        expect(await revert()).toEqual({ kind: 'awaited' });
      }
    });
  });

  it('is not waited for longer than a call may take while its API is over the rate', async () => {
    const { revert, asked } = await setUp({ getRevert: tooMany }, withToken);
    expect(await revert()).toEqual({ kind: 'awaited' });
    expect(asked().length).toBeGreaterThan(2);
    expect(asked().length).toBeLessThan(8);
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
