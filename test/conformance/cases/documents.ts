import { deepEqual, equal, match } from 'node:assert/strict';
import { headersOf, shared, stranger, textIn, unique, type Caller } from '../caller.ts';
import { holds, type Case } from '../case.ts';
import { Lacking } from '../given.ts';
import { checkHeaders } from '../envelope.ts';
import { allFields, eachField } from './fields.ts';

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

const filters = [
  ['creatorIds', 'creatorId', 'list'],
  ['userIds', 'userIds', 'list'],
  ['taskId', 'taskId', 'one'],
  ['issueId', 'issueId', 'one'],
  ['interestAccountIds', 'interestAccountIds', 'list'],
] as const;

export const documentCases: readonly Case[] = [
  holds('§2.9, §4', 'getDocuments answers all fields of a document', async (site) => {
    const [document = {}] = await documents(site);
    allFields(site, document, documentNames);
    match(String(document['uploadedDateNumber']), /^\d{8}$/);
    match(textIn(document, 'key'), /./);
  }),
  ...eachField(
    '§2.9',
    documentNames,
    (name) => `getDocuments answers ${name} alone when it is asked for alone`,
    async (site, fields) => {
      await documents(site);
      return (await site.page('getDocuments', { limit: 1, fields })).items;
    },
  ),
  ...filters.map(([filter, field, form]) =>
    holds('§4', `getDocuments filters by ${filter}`, async (site) => {
      const all = await documents(site);
      const value = all.flatMap((document) => document[field] ?? [])[0];
      if (value === undefined) throw new Lacking(`found no document with ${field}`);
      const isList = form === 'list';
      const found = await site.all('getDocuments', { [filter]: isList ? [unique(), value] : value });
      const matching = all.filter((document) => [document[field]].flat().includes(value));
      deepEqual(found, matching);
      deepEqual(await site.all('getDocuments', { [filter]: isList ? [unique()] : unique() }), []);
      await site.refusesEach('getDocuments', { [filter]: [7, null, {}, isList ? 'x' : ['x']] });
    }),
  ),
  holds(
    '§4.1.7, D11',
    'downloadFile answers the bytes of a key, always the same, with the headers of all answers',
    async (site) => {
      const [document = {}] = await documents(site);
      const first = await download(site, textIn(document, 'key'));
      equal(first.status, 200);
      checkHeaders(first.headers);
      equal(first.bytes.length, document['bytes']);
      deepEqual((await download(site, textIn(document, 'key'))).bytes, first.bytes);
    },
  ),
  holds('§5', 'downloadFile needs credentials', async (site) => {
    const [document = {}] = await documents(site);
    const { bytes } = await download(site, textIn(document, 'key'), { 'content-type': 'application/json' });
    match(Buffer.from(bytes).toString('utf8'), /"code":"unauthorized"/);
  }),
  holds(
    '§4, D11',
    'downloadFile of an unknown key is not found; of none, an invalid request',
    async (site) => {
      await site.refusal('not_found', 'downloadFile', { key: unique() });
      await site.refusesEach('downloadFile', { key: [undefined, '', 7, null, ['a']] });
    },
  ),
  holds('invariant 19', 'downloadFile of a key of another site is not found', async (site) => {
    for (const { key } of await documents(site))
      await stranger(site).refusal('not_found', 'downloadFile', { key });
  }),
  ...tricks.map(([trick, keyOf]) =>
    holds('invariant 19', `downloadFile of a key with ${trick} is not found`, async (site) => {
      const [document = {}] = await documents(site);
      await site.refusal('not_found', 'downloadFile', { key: keyOf(textIn(document, 'key')) });
    }),
  ),
];
