import { expect, it } from 'vitest';
import * as z from 'zod';
import { authorizerFunction, type AuthorizerRequest, type Decision } from './authorizer-function.ts';
import { aContext, captureLog } from './testing/lambda.ts';

const logged = captureLog();
const event = {
  ...{ version: '2.0', type: 'REQUEST', routeKey: 'GET /runs/{runId}', rawPath: '/api/runs/x' },
  cookies: ['__Host-sluice=abc'],
  requestContext: { stage: 'api', http: { method: 'GET', sourceIp: '192.0.2.1' } },
};

function asked(decide: (request: AuthorizerRequest) => Promise<Decision>) {
  const handler = authorizerFunction({ env: z.object({}), services: () => ({}), decide });
  return handler(event, aContext());
}

it('an authorizer is asked about a route and a request, and answers who sends it', async () => {
  const person = { personId: 'p-1', email: 'dana@example.com', roles: ['dropper'], groups: ['hr'] };
  const answer = await asked(async ({ routeKey, path, cookies }) => {
    expect([routeKey, path, cookies]).toEqual([event.routeKey, '/runs/x', { '__Host-sluice': 'abc' }]);
    return { person };
  });
  expect(answer).toEqual({ isAuthorized: true, context: person });
  expect(await asked(async () => ({}))).toEqual({ isAuthorized: true });
  expect(await asked(async () => 'refused')).toEqual({ isAuthorized: false });
});

it('an authorizer that fails lets nobody in, and logs no message (invariant 15)', async () => {
  const failing = asked(async () => {
    throw new Error('cookie abc of dana@example.com');
  });
  await expect(failing).rejects.toThrow(/^The log has the reason/u);
  expect(logged()).toMatchObject([{ code: 'invocation_failed' }]);
  expect(JSON.stringify(logged())).not.toContain('dana');
});
