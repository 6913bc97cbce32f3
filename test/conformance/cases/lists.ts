import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import * as z from 'zod';
import { stranger, unique, type Caller } from '../caller.ts';
import { holds, type Case } from '../case.ts';
import { given } from '../given.ts';
import { importedId, setOf } from './importing.ts';

const resultsSchema = z.array(z.object({ id: z.string().min(1), title: z.string(), created: z.boolean() }));
type Results = z.infer<typeof resultsSchema>;

const aList = (site: Caller, name = `List ${unique()}`): Promise<string> =>
  importedId(site, setOf('list', 'name', { name }));

async function kept(site: Caller, listId: string, ...items: object[]): Promise<Results> {
  return resultsSchema.parse((await site.ok('createListItems', { listId, items }))['items']);
}

const createdOf = (results: Results): boolean[] => results.map(({ created }) => created);
const distinct = (results: Results): number => new Set(results.map(({ id }) => id)).size;
const dover = { title: 'Dover', code: 'D' };

const matching: readonly Case[] = [
  holds(
    '§4.1.4, D8',
    'items without a code are created, and answered in the order submitted',
    async (site) => {
      const items = Array.from({ length: 30 }, (_, at) => ({ title: `Item ${(at * 7) % 30}` }));
      const results = await kept(site, await aList(site), ...items);
      const titles = results.map(({ title }) => ({ title }));
      deepEqual(titles, items);
      ok(results.every(({ created }) => created));
      equal(distinct(results), items.length);
    },
  ),
  holds(
    '§4.1.4, D8',
    'an item without a code is matched by title in any case, and returned as it is',
    async (site) => {
      const listId = await aList(site);
      const [first] = await kept(site, listId, { title: 'Straße am Markt' });
      for (const title of ['STRASSE AM MARKT', 'straße am markt', ' Straße am Markt '])
        deepEqual(await kept(site, listId, { title }), [{ ...first, created: false }]);
    },
  ),
  holds('§4.1.3, D8', 'an item with a code is matched by it, and its title is updated', async (site) => {
    const listId = await aList(site);
    const [first] = await kept(site, listId, dover);
    const renamed = [{ id: first?.id, title: 'Port of Dover', created: false }];
    deepEqual(await kept(site, listId, { title: 'Port of Dover', code: 'D' }), renamed);
    deepEqual(await kept(site, listId, { title: 'PORT OF DOVER' }), renamed);
    deepEqual(createdOf(await kept(site, listId, { title: 'Dover' })), [true]);
  }),
  holds('§4.1.3, D8', 'an item whose code is new is created, though its title is there', async (site) => {
    const listId = await aList(site);
    const [first] = await kept(site, listId, { title: 'Dover' });
    const [second] = await kept(site, listId, dover);
    equal(second?.created, true);
    notEqual(second?.id, first?.id);
  }),
  holds('D5', 'codes differ by their case', async (site) => {
    const results = await kept(site, await aList(site), { title: 'A', code: 'x' }, { title: 'B', code: 'X' });
    deepEqual(createdOf(results), [true, true]);
  }),
  holds('§4.1.3, D8', 'a later item of a request meets an earlier one', async (site) => {
    const titles = ['DOVER', 'Hythe', 'hythe'].map((title) => ({ title }));
    const results = await kept(site, await aList(site), dover, ...titles, { title: 'Castle', code: 'D' });
    deepEqual(createdOf(results), [true, false, true, false, false]);
    equal(distinct(results), 2);
  }),
  holds('§4.1.4, D8', 'items of one list are not those of another', async (site) => {
    for (const listId of [await aList(site), await aList(site)])
      deepEqual(createdOf(await kept(site, listId, { title: 'A', code: 'A' })), [true]);
  }),
  holds('D11', 'a list is named by its id, or by its name in any case and spacing', async (site) => {
    const mark = unique();
    const [first] = await kept(site, await aList(site, `Counties of ${mark}`), { title: 'A' });
    for (const name of [`Counties of ${mark}`, `COUNTIES OF ${mark.toUpperCase()}`, ` counties  of${mark} `])
      deepEqual(await kept(site, name, { title: 'A' }), [{ ...first, created: false }]);
  }),
  holds('§4.1.4, D8', 'ten concurrent requests for one item get the same item', async (site) => {
    const listId = await aList(site);
    const create = () => site.call('createListItems', { listId, items: [dover] });
    const answers = await Promise.all(Array.from({ length: 10 }, create));
    const results = answers.filter((answer) => answer.ok).flatMap(({ items }) => resultsSchema.parse(items));
    ok(results.length > 0);
    equal(distinct(results), 1);
    equal(createdOf(results).filter(Boolean).length, 1);
  }),
];

const wrong: readonly [string, unknown][] = [
  ...['', '  ', null, 7, 'x'.repeat(501)].map((value): [string, unknown] => ['title', value]),
  ...[7, null, 'x'.repeat(101)].map((value): [string, unknown] => ['code', value]),
  ['colour', 'red'],
];

const ofAnyList: readonly Case[] = [
  holds(
    '§4.1.4',
    'an item of any list is created once, and matched by its title in any case',
    async (site) => {
      const listId = given(site.given.listId, 'a list');
      const title = `Dover ${unique()}`;
      const [first] = await kept(site, listId, { title });
      deepEqual([first?.title, first?.created], [title, true]);
      deepEqual(await kept(site, listId, { title: title.toUpperCase() }), [{ ...first, created: false }]);
    },
  ),
  holds(
    '§4.1.3',
    'an item of any list with a code is matched by it, and its title is updated',
    async (site) => {
      const listId = given(site.given.listId, 'a list');
      const [code, other] = [unique(), unique()];
      const [first] = await kept(site, listId, { title: 'Dover', code });
      const renamed = await kept(
        site,
        listId,
        { title: `Port of ${code}`, code },
        { title: 'Dover', code: other },
      );
      deepEqual(renamed[0], { id: first?.id, title: `Port of ${code}`, created: false });
      equal(renamed[1]?.created, true);
    },
  ),
  holds('§4.1.2', 'an item of any list that is refused keeps the others out', async (site) => {
    const listId = given(site.given.listId, 'a list');
    const title = `Dover ${unique()}`;
    await site.refusal('invalid_request', 'createListItems', { listId, items: [{ title }, { title: '' }] });
    deepEqual(createdOf(await kept(site, listId, { title })), [true]);
  }),
];

const refusing: readonly Case[] = [
  ...wrong.map(([field, value]) =>
    holds(
      '§4.1.2, D11',
      `one item with ${field} ${JSON.stringify(value).slice(0, 12)} keeps all of them out`,
      async (site) => {
        const listId = await aList(site);
        const items = [dover, { title: 'Second', [field]: value }];
        const message = await site.refusal('invalid_request', 'createListItems', { listId, items });
        for (const name of ['items', `\\b${field}\\b`]) match(message, new RegExp(name));
        deepEqual(createdOf(await kept(site, listId, dover)), [true]);
      },
    ),
  ),
  holds('§4.1.2, D8', 'a title is not updated when another item is refused', async (site) => {
    const listId = await aList(site);
    const [first] = await kept(site, listId, dover);
    const items = [{ title: 'Renamed', code: 'D' }, { title: '' }];
    await site.refusal('invalid_request', 'createListItems', { listId, items });
    deepEqual(await kept(site, listId, { title: 'dover' }), [{ ...first, created: false }]);
  }),
  holds(
    '§4, D8',
    'a list that does not exist is not found, and one that is not named an invalid request',
    async (site) => {
      const items = [{ title: 'A' }];
      await site.refusal('not_found', 'createListItems', { listId: unique(), items });
      await site.refusesEach('createListItems', { listId: ['', 7, null, undefined] }, { items });
    },
  ),
  holds('§4, D13', 'items is a list of at most 99, and the number is named beyond', async (site) => {
    const listId = await aList(site);
    await site.refusesEach('createListItems', { items: [undefined, null, {}, 'A', [7], [null]] }, { listId });
    const items = Array.from({ length: 100 }, (_, at) => ({ title: `Item ${at}` }));
    await site.refuses('createListItems', [{ listId, items }], /99/);
    equal((await kept(site, listId, ...items.slice(1))).length, 99);
  }),
  holds('invariant 19', 'a list of another site is not found, by id or by name', async (site) => {
    const name = `List ${unique()}`;
    for (const listId of [await aList(site, name), name])
      await stranger(site).refusal('not_found', 'createListItems', { listId, items: [{ title: 'A' }] });
  }),
];

export const listCases: readonly Case[] = [...matching, ...ofAnyList, ...refusing];
