import { expect, test } from 'vitest';
import { answerOf, urlOf } from './payload.ts';
import { matchRoute } from './route-table.ts';

const routes = ['$default', 'GET /runs', 'GET /runs/{runId}', 'GET /runs/latest'].map((routeKey) => ({
  routeKey,
  functionArn: 'arn',
  guarded: false,
}));

test.each([
  ['GET', '/runs', 'GET /runs', {}],
  ['GET', '/runs/a%20b', 'GET /runs/{runId}', { runId: 'a b' }],
  ['GET', '/runs/latest', 'GET /runs/latest', {}],
  ['POST', '/runs', '$default', {}],
  ['GET', '/runs/a/b', '$default', {}],
])('%s %s is routed to %s', (method, path, routeKey, pathParameters) => {
  const match = matchRoute(routes, method, path);
  expect(match?.route.routeKey).toBe(routeKey);
  expect(match?.pathParameters).toEqual(pathParameters);
});

test('an answer without a status code is the body itself', () => {
  expect(answerOf('{"a":1}')).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
});

test('a binary answer is decoded, and cookies become headers', () => {
  const body = Buffer.from([0, 255]);
  const answer = answerOf(
    JSON.stringify({
      statusCode: 201,
      body: body.toString('base64'),
      isBase64Encoded: true,
      cookies: ['a=1'],
    }),
  );
  expect(answer?.body).toEqual(body);
  expect(answer?.headers['set-cookie']).toEqual(['a=1']);
});

test('an answer that is not an HTTP response gives none', () => {
  expect(answerOf('{"statusCode":"many"}')).toBeUndefined();
});

test.each([
  ['/getUsers?a=1', '/getUsers'],
  ['//getUsers', '//getUsers'],
  ['//', '//'],
  ['//a:b@c:99999/', '//a:b@c:99999/'],
  ['http://127.0.0.1/getUsers', '/getUsers'],
  ['*', '/*'],
])('the path of %s is %s', (url, path) => {
  expect(urlOf({ url }).pathname).toBe(path);
});
