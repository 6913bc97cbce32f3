import { expect, it } from 'vitest';
import { captureLog } from '../../../../aws-kit/src/handlers/testing/lambda.ts';
import { saveProfile, type Profiles } from './save-profile.ts';

captureLog();

const text = JSON.stringify({ schema: 'client', lookup: 'email', columns: { 'E-mail': 'email' } });

function setUp() {
  const saved = new Map<string, { text: string; etag: string }>();
  const savers: object[] = [];
  const profiles: Profiles = {
    list: async () => [...saved.keys()].map((name) => ({ name, savedAt: '2026-03-01T08:00:00.000Z' })),
    versions: async (name) =>
      saved.has(name) ? [{ versionId: 'v1', savedAt: '2026-03-01T08:00:00.000Z' }] : [],
    version: async (name, versionId) => (versionId === 'v 1' ? saved.get(name)?.text : undefined),
    read: async (name) => saved.get(name),
    save: async ({ name, text, etag, metadata }) => {
      savers.push(metadata);
      if (saved.get(name)?.etag !== etag) return undefined;
      saved.set(name, { text, etag: `"${Number(etag?.slice(1, -1) ?? 0) + 1}"` });
      return saved.get(name)?.etag;
    },
  };
  const ask = async (method: string, path: string, body?: object, person?: object) => {
    const request = { method, path, headers: {}, query: {}, sourceIp: '', body: JSON.stringify(body ?? {}) };
    const answer = await saveProfile({ ...request, ...person }, { profiles });
    return { status: answer.status, body: JSON.parse(String(answer.body)) };
  };
  return Object.assign(ask, { savers });
}

it('a profile is saved over the version that was opened, and over no other', async () => {
  const ask = setUp();
  expect((await ask('GET', '/profiles/members')).status).toBe(404);
  expect(await ask('PUT', '/profiles/members', { text })).toEqual({ status: 200, body: { etag: '"1"' } });
  expect((await ask('PUT', '/profiles/members', { text })).status).toBe(409);
  expect((await ask('PUT', '/profiles/members', { text, etag: '"1"' })).body).toEqual({ etag: '"2"' });
  expect((await ask('PUT', '/profiles/members', { text, etag: '"1"' })).status).toBe(409);
  expect((await ask('GET', '/profiles/members')).body).toEqual({ text, etag: '"2"' });
  expect((await ask('GET', '/profiles')).body).toMatchObject([{ name: 'members' }]);
});

it('a profile says in its metadata who saved it', async () => {
  const ask = setUp();
  const person = { caller: 'ana@example.com', principal: 'person:p-1' };
  await ask('PUT', '/profiles/members', { text }, person);
  expect(ask.savers).toEqual([{ 'sluice-person': 'p-1', 'sluice-dropped-by': 'ana%40example.com' }]);
});

it.each<[string, string, object]>([
  ['of another shape', 'members', { text: '{"schema":"client","lookup":"email","unknown":1}' }],
  ['of an unknown schema', 'members', { text: '{"schema":"clients","lookup":"email"}' }],
  ['that is no JSON', 'members', { text: '{' }],
  ['that is too long', 'members', { text: ' '.repeat(256 * 1024 + 1) }],
  ['with the name of a schema', 'client', { text }],
  ['in a folder below', 'a%2Fb', { text }],
  ['above its folder', '..', { text }],
  ['without a name', '%20', { text }],
  ...[
    'client%E2%80%8B',
    'client%E2%80%AE',
    '%EF%BB%BFclient',
    'cl%D1%96ent',
    'CLIENT',
    'c1ient',
    'a%20%20b',
  ].map((name): [string, string, object] => [
    'with a name that nobody can tell from another one',
    name,
    { text },
  ]),
  ...['*', '"*"', 'W/"1"', '"1", "2"', '', '1', '"1'].map((etag): [string, string, object] => [
    'over whatever is there',
    'members',
    { text, etag },
  ]),
])('a profile %s is not saved', async (_what, name, body) => {
  const ask = setUp();
  const { status } = await ask('PUT', `/profiles/${name}`, body);
  expect(status).toBe(400);
  expect((await ask('GET', '/profiles')).body).toEqual([]);
});

it('a new profile looks like no other one, and one that is there keeps its name', async () => {
  const ask = setUp();
  await ask('PUT', '/profiles/modern', { text });
  const { status, body } = await ask('PUT', '/profiles/modem', { text });
  expect([status, body.error.message]).toEqual([400, expect.stringContaining('nobody can take for modern')]);
  expect((await ask('PUT', '/profiles/modern', { text, etag: '"1"' })).status).toBe(200);
  // Saved by S3, or by an earlier version.
  expect((await ask('PUT', '/profiles/cl%D1%96ent', { text, etag: '"1"' })).status).toBe(409);
});

it('an older version is read by its id, and only of a profile', async () => {
  const ask = setUp();
  await ask('PUT', '/profiles/members', { text });
  expect((await ask('GET', '/profiles/members/versions')).body).toMatchObject([{ versionId: 'v1' }]);
  expect((await ask('GET', '/profiles/members/versions/v%201')).body).toEqual({ text });
  expect((await ask('GET', '/profiles/members/versions/v2')).status).toBe(404);
  expect((await ask('GET', '/profiles/../versions/v%201')).status).toBe(404);
});
