import assert from 'node:assert/strict';
import { headersOf, keysOf, shared, textIn, unique, type Caller } from '../caller.ts';
import { given, holds, Lacking, type Case } from '../case.ts';
import { checkHeaders } from '../envelope.ts';

/** Section 2.9. */
const documentNames = [
  ...['id', 'key', 'bytes', 'uploadedDateNumber', 'updatedDate', 'description', 'sourceUrl', 'creatorId'],
  ...['userIds', 'taskId', 'taskRecordId', 'issueId', 'interestAccountIds'],
];

const documents = shared(async (site) => {
  const found = await site.all('getDocuments');
  if (found.length === 0) throw new Lacking('found no document on the site');
  return found;
});

const download = (site: Caller, key: string, headers = headersOf(site.given.token)) =>
  site.send('downloadFile', { headers, body: JSON.stringify({ key }) });

const tricks: readonly [string, (key: string) => string][] = [
  ['a parent folder', (key) => `../${key}`],
  ['parent folders in the middle', (key) => `${key}/../../${key}`],
  ['an encoded parent folder', (key) => `%2e%2e%2f${key}`],
  ['backslashes', (key) => `..\\${key}`],
  ['a leading slash', (key) => `/${key}`],
  ['a trailing slash', (key) => `${key}/`],
  ['a dot', (key) => `./${key}`],
  ['a NUL', (key) => `${key}\u0000.txt`],
  ['a line break', (key) => `${key}\n`],
  ['white space around', (key) => ` ${key} `],
  ['a query', (key) => `${key}?x=1`],
  ['an address', () => 'https://example.org/etc/passwd'],
  ['a file address', () => 'file:///etc/passwd'],
  ['an absolute path', () => '/etc/passwd'],
  ['a name of every object', () => '__proto__'],
];

export const documentCases: readonly Case[] = [
  holds('§2.9, §4', 'getDocuments answers all fields of a document', async (site) => {
    const [document = {}] = await documents(site);
    assert.deepEqual(keysOf(document), documentNames.toSorted());
    assert.match(String(document['uploadedDateNumber']), /^\d{8}$/);
    assert.match(textIn(document, 'key'), /./);
  }),
  ...documentNames.map((name) =>
    holds('§2.9', `getDocuments answers ${name} alone when it is asked for alone`, async (site) => {
      await documents(site);
      const { items } = await site.page('getDocuments', { limit: 1, fields: [name] });
      assert.deepEqual(Object.keys(items[0] ?? {}), [name]);
    }),
  ),
  ...(
    [
      ['creatorIds', 'creatorId', 'list'],
      ['userIds', 'userIds', 'list'],
      ['taskId', 'taskId', 'one'],
      ['issueId', 'issueId', 'one'],
      ['interestAccountIds', 'interestAccountIds', 'list'],
    ] as const
  ).map(([filter, field, form]) =>
    holds('§4', `getDocuments filters by ${filter}`, async (site) => {
      const all = await documents(site);
      const value = all.flatMap((document) => document[field] ?? [])[0];
      if (value === undefined) throw new Lacking(`found no document with ${field}`);
      const found = await site.all('getDocuments', { [filter]: form === 'list' ? [unique(), value] : value });
      const expected = all.filter((document) => [document[field]].flat().includes(value));
      assert.deepEqual(found, expected);
      assert.deepEqual(
        await site.all('getDocuments', { [filter]: form === 'list' ? [unique()] : unique() }),
        [],
      );
      for (const wrong of [7, null, {}, form === 'list' ? 'x' : ['x']])
        assert.match(
          await site.refusal('invalid_request', 'getDocuments', { [filter]: wrong }),
          new RegExp(filter),
        );
    }),
  ),
  holds(
    '§4.1.7, D11',
    'downloadFile answers the bytes of a key, always the same, with the headers of all answers',
    async (site) => {
      const [document = {}] = await documents(site);
      const first = await download(site, textIn(document, 'key'));
      assert.equal(first.status, 200);
      checkHeaders(first.headers);
      assert.equal(first.bytes.length, document['bytes']);
      assert.deepEqual((await download(site, textIn(document, 'key'))).bytes, first.bytes);
    },
  ),
  holds('§5', 'downloadFile needs credentials', async (site) => {
    const [document = {}] = await documents(site);
    const anonymous = { 'content-type': 'application/json' };
    const { bytes } = await download(site, textIn(document, 'key'), anonymous);
    assert.match(Buffer.from(bytes).toString('utf8'), /"code":"unauthorized"/);
  }),
  holds('§4', 'downloadFile of an unknown key is not found; of none, an invalid request', async (site) => {
    await site.refusal('not_found', 'downloadFile', { key: unique() });
    for (const body of [{}, { key: '' }, { key: 7 }, { key: null }, { key: ['a'] }])
      assert.match(await site.refusal('invalid_request', 'downloadFile', body), /\bkey\b/);
  }),
  holds('invariant 19', 'downloadFile of a key of another site is not found', async (site) => {
    const other = site.as(given(site.given.otherSite, 'a token of another site'));
    for (const { key } of await documents(site)) await other.refusal('not_found', 'downloadFile', { key });
  }),
  ...tricks.map(([trick, keyOf]) =>
    holds('invariant 19', `downloadFile of a key with ${trick} is not found`, async (site) => {
      const [document = {}] = await documents(site);
      await site.refusal('not_found', 'downloadFile', { key: keyOf(textIn(document, 'key')) });
    }),
  ),
];
