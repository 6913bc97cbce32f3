import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { expect, test } from 'vitest';
import { clientOf, s3Fixture } from '../testing/s3-fixture.ts';

const origin = 'http://sluice.localhost:8080';
const rule = {
  origins: ['*'],
  methods: ['GET', 'PUT'],
  headers: ['*'],
  exposed: ['ETag'],
  maxAgeSeconds: 600,
};

/** A server that knows one origin, and whose bucket `plain` lets the pages of all origins in. */
async function opened() {
  const { s3, client } = await s3Fixture();
  s3.setCors('plain', [rule]);
  s3.know(origin);
  const preflight = (bucket: string, from: string, method = 'PUT') =>
    fetch(`${s3.endpoint}/${bucket}/a.csv`, {
      method: 'OPTIONS',
      headers: {
        origin: from,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type,x-amz-meta-sluice-person',
      },
    });
  return { s3, client, preflight };
}

const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin');

test('a page that is served here may ask before it uploads, and reads what it got', async () => {
  const { client, preflight } = await opened();
  const asked = await preflight('plain', origin);
  expect([asked.status, allowed(asked)]).toEqual([200, origin]);
  expect(asked.headers.get('access-control-allow-headers')).toBe('content-type, x-amz-meta-sluice-person');
  expect(asked.headers.get('access-control-max-age')).toBe('600');
  const place = { Bucket: 'plain', Key: 'a.csv' };
  const sent = await fetch(await getSignedUrl(client, new PutObjectCommand(place)), {
    method: 'PUT',
    body: 'text',
    headers: { origin },
  });
  expect([sent.status, allowed(sent), sent.headers.get('access-control-expose-headers')]).toEqual([
    200,
    origin,
    'ETag',
  ]);
  const got = await fetch(await getSignedUrl(client, new GetObjectCommand(place)), { headers: { origin } });
  expect([await got.text(), allowed(got)]).toEqual(['text', origin]);
});

test('such a page can read that it is refused, and is without a signature', async () => {
  const { s3 } = await opened();
  const answer = await fetch(`${s3.endpoint}/plain/a.csv`, { headers: { origin } });
  expect([answer.status, allowed(answer)]).toEqual([403, origin]);
});

test.each([
  ['of another origin', 'plain', 'http://evil.example', 'PUT'],
  ['of another port', 'plain', 'http://sluice.localhost:8081', 'PUT'],
  ['without an origin', 'plain', 'null', 'PUT'],
  ['that asks for a bucket without rules', 'kept', origin, 'PUT'],
  ['that asks for a method without a rule', 'plain', origin, 'DELETE'],
])('a page %s is refused, whatever a bucket allows', async (_, bucket, from, method) => {
  const answer = await (await opened()).preflight(bucket, from, method);
  expect([answer.status, allowed(answer)]).toEqual([403, null]);
});

test('a signature does not let a page of another origin in', async () => {
  const { s3, client } = await opened();
  await clientOf(s3.endpoint).putObject({ Bucket: 'plain', Key: 'a.csv', Body: 'text' });
  const url = await getSignedUrl(client, new GetObjectCommand({ Bucket: 'plain', Key: 'a.csv' }));
  const answer = await fetch(url, { headers: { origin: 'http://evil.example' } });
  expect([answer.status, allowed(answer)]).toEqual([403, null]);
});
