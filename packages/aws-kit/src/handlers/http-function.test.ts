import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { httpFunction, type HttpEvent, type HttpRequest, type HttpResponse } from './http-function.ts';
import { aContext, captureLog } from './testing/lambda.ts';

const logged = captureLog();

function anEvent(overrides: Partial<HttpEvent> = {}): HttpEvent {
  return {
    rawPath: '/getUsers',
    rawQueryString: '',
    headers: { 'Content-Type': 'application/json' },
    requestContext: { http: { method: 'post', sourceIp: '192.0.2.1' } },
    body: '{}',
    isBase64Encoded: false,
    ...overrides,
  };
}

async function exchange(event: HttpEvent, response: HttpResponse = { status: 200 }) {
  let request: HttpRequest | undefined;
  const handler = httpFunction({
    env: z.object({}),
    services: () => ({}),
    handle: async (asked) => {
      request = asked;
      return response;
    },
  });
  return { result: await handler(event, aContext()), request };
}

describe('a function behind an HTTP API', () => {
  it('passes method, path, headers in lower case, query, body and source address', async () => {
    const { request } = await exchange(anEvent({ rawQueryString: 'limit=10&q=M%C3%BCller+x&limit=20' }));
    expect(request).toEqual({
      method: 'POST',
      path: '/getUsers',
      headers: { 'content-type': 'application/json' },
      query: { limit: '10', q: 'Müller x' },
      body: '{}',
      sourceIp: '192.0.2.1',
    });
  });

  it('names the signer of a signed request', async () => {
    const userArn = 'arn:aws:sts::123456789012:assumed-role/Operators/ana';
    const { http } = anEvent().requestContext;
    const signed = anEvent({
      requestContext: { http, authorizer: { iam: { userArn, userId: 'AROA1:ana' } } },
    });
    expect((await exchange(signed)).request).toMatchObject({ caller: userArn, principal: 'AWS:AROA1:ana' });
    expect((await exchange(anEvent())).request).not.toHaveProperty('caller');
  });

  it('names the person whom an authorizer let in, rather than any signer', async () => {
    const { http } = anEvent().requestContext;
    const lambda = { personId: 'p-1', email: 'dana@example.com', roles: ['dropper'], more: 1 };
    const iam = { userArn: 'arn:aws:iam::123456789012:user/ana', userId: 'AIDAANA' };
    const { request } = await exchange(anEvent({ requestContext: { http, authorizer: { lambda, iam } } }));
    expect(request).toMatchObject({
      ...{ caller: 'dana@example.com', principal: 'person:p-1', roles: ['dropper'] },
    });
  });

  it.each([
    ['api', '/api/runs', '/runs'],
    ['api', '/api', ''],
    ['api', '/apis/runs', '/apis/runs'],
    ['$default', '/api/runs', '/api/runs'],
  ])('below the stage %s has for %s the path %s', async (stage, rawPath, path) => {
    const { http } = anEvent().requestContext;
    expect((await exchange(anEvent({ rawPath, requestContext: { http, stage } }))).request?.path).toBe(path);
  });

  it('passes cookies by name, the first of each, and sets others', async () => {
    const cookies = ['a=1', ' b=2=3', 'a=4', '__proto__=5'];
    const { request, result } = await exchange(anEvent({ cookies }), {
      status: 200,
      cookies: ['c=6; Path=/'],
    });
    expect(Object.entries(request?.cookies ?? {})).toEqual(
      expect.arrayContaining([
        ['a', '1'],
        ['b', '2=3'],
        ['__proto__', '5'],
      ]),
    );
    expect(result.cookies).toEqual(['c=6; Path=/']);
  });

  it('treats a query named __proto__ like any other', async () => {
    const { request } = await exchange(anEvent({ rawQueryString: '__proto__=x' }));
    expect(Object.keys(request?.query ?? {})).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(request?.query)).toBe(Object.prototype);
  });

  it('decodes a base64 body, and passes an empty text for none', async () => {
    const body = Buffer.from('{"name":"Żółć"}').toString('base64');
    expect((await exchange(anEvent({ body, isBase64Encoded: true }))).request?.body).toBe('{"name":"Żółć"}');
    expect((await exchange(anEvent({ body: undefined }))).request?.body).toBe('');
  });

  it('answers text unchanged and bytes as base64', async () => {
    const text = await exchange(anEvent(), { status: 201, headers: { a: 'b' }, body: '{"ok":true}' });
    expect(text.result).toEqual({
      statusCode: 201,
      headers: { a: 'b' },
      body: '{"ok":true}',
      isBase64Encoded: false,
    });
    const bytes = await exchange(anEvent(), { status: 200, body: Uint8Array.of(0, 255, 128) });
    expect(bytes.result).toMatchObject({ body: 'AP+A', isBase64Encoded: true });
  });

  it('answers a bare 500 for whatever is thrown, and logs it without its message (invariant 15)', async () => {
    const handler = httpFunction({
      env: z.object({}),
      services: () => ({}),
      handle: async () => {
        throw new Error('row ana@example.com');
      },
    });
    const result = await handler(anEvent(), aContext());
    expect(result).toMatchObject({ statusCode: 500, headers: { 'x-request-id': 'request-1' } });
    expect(JSON.parse(result.body)).toMatchObject({ requestId: 'request-1' });
    expect(logged()).toMatchObject([
      { code: 'request_failed', requestId: 'request-1', error: { name: 'Error' } },
    ]);
    expect(`${result.body}${JSON.stringify(logged())}`).not.toContain('ana@example.com');
  });
});
