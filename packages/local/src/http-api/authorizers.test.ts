import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Authority } from '../iam/authority.ts';
import { Ports } from '../base/ports.ts';
import { keys } from '../testing/s3-fixture.ts';
import { tempDir } from '../testing/temp-dir.ts';
import { createHttpApis } from './http-apis.ts';
import { accountRate } from './throttle.ts';

const functions: Readonly<Record<string, (event: object) => object>> = {
  echo: ({ body = '', ...event }: { body?: string }) => ({ ...event, body }),
  decide: ({ identitySource: [who] = [], ...event }: { identitySource?: string[] }) => {
    if (who === 'who=nobody') throw new Error('no such person');
    return { isAuthorized: who === 'who=ana', context: event };
  },
};

const permitted = ['echo', 'decide'];

/** An API with the stage `api`: whoever has the cookie `who=ana` may send `POST /things/{id}`; `GET /open` is for all. */
async function start(mayBeCalled: readonly string[] = permitted): Promise<string> {
  const authority = new Authority(keys);
  const resources = mayBeCalled.map((resource) => {
    const allowed = { effect: 'Allow' as const, action: 'lambda:InvokeFunction', resource };
    return [resource, [{ ...allowed, principal: 'apigateway.amazonaws.com' }]];
  });
  authority.adopt({ roles: {}, resources: Object.fromEntries(resources), tables: {} });
  const apis = createHttpApis({
    ports: new Ports(join(tempDir(), 'ports.json')),
    functions: {
      invoke: async (name, event) => {
        try {
          const payload = JSON.stringify(functions[name]?.(JSON.parse(event)));
          return { ok: true, payload, requestId: '1' };
        } catch {
          return { ok: false, payload: '{}', requestId: '1' };
        }
      },
    },
    bearerToken: 'token',
    authority,
    now: () => new Date(0),
    log: () => undefined,
  });
  await apis.open('one');
  onTestFinished(apis.stop);
  apis.addStage('one', 'api', () => accountRate);
  apis.addAuthorizer('one', { id: 'a', functionArn: 'decide', headers: ['cookie'] });
  apis.addRoute('one', { routeKey: 'GET /open', functionArn: 'echo', guarded: false });
  const guarded = { functionArn: 'echo', guarded: false, authorizerId: 'a' };
  apis.addRoute('one', { routeKey: 'POST /things/{id}', ...guarded });
  return apis.addressOf('one');
}

const ask = (api: string, cookie?: string) =>
  fetch(`${api}/api/things/1`, {
    method: 'POST',
    body: 'x',
    ...(cookie !== undefined && { headers: { cookie } }),
  });

test('the name of a stage is the first part of the path, and functions see it there', async () => {
  const api = await start();
  const event = await (await fetch(`${api}/api/open?a=1`)).json();
  expect(event).toMatchObject({ rawPath: '/api/open', routeKey: 'GET /open' });
  expect(event).toMatchObject({ requestContext: { stage: 'api', http: { path: '/api/open' } } });
  for (const path of ['/open', '/apiopen', '/api', '/other/open'])
    expect((await fetch(`${api}${path}`)).status, path).toBe(404);
});

test('an authorizer decides by all of a request but its body, and what it says reaches the function', async () => {
  const answer = await ask(await start(), 'who=ana');
  const lambda = {
    type: 'REQUEST',
    version: '2.0',
    cookies: ['who=ana'],
    routeArn: 'arn:aws:execute-api:us-east-1:000000000000:one/api/POST/things/1',
  };
  const event = await answer.json();
  expect(event).toMatchObject({ body: 'x', requestContext: { authorizer: { lambda } } });
  expect(event).not.toHaveProperty('requestContext.authorizer.lambda.body');
});

test.each([
  ['without what it decides by', undefined, 401, 'Unauthorized'],
  ['that it does not allow', 'who=otto', 403, 'Forbidden'],
  ['on which it fails', 'who=nobody', 500, 'Internal Server Error'],
])('a request %s never reaches the function', async (_, cookie, status, message) => {
  const answer = await ask(await start(), cookie);
  expect([answer.status, await answer.json()]).toEqual([status, { message }]);
});

test('an API that may not call the function of its authorizer lets nobody pass', async () => {
  const api = await start(['echo']);
  expect((await ask(api, 'who=ana')).status).toBe(500);
  expect((await fetch(`${api}/api/open`)).status).toBe(200);
});
