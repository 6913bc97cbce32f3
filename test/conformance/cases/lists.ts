import assert from 'node:assert/strict';
import { z } from 'zod';
import { unique, type Caller } from '../caller.ts';
import { given, holds, type Case } from '../case.ts';
import { createdIds } from './preview.ts';

const resultsSchema = z.array(z.object({ id: z.string().min(1), title: z.string(), created: z.boolean() }));
type Results = z.infer<typeof resultsSchema>;

async function aList(site: Caller, name = `List ${unique()}`): Promise<{ listId: string; name: string }> {
  const [listId = ''] = createdIds(
    await site.imported([{ schema: 'list', lookup: 'name', records: [{ name }] }]),
  );
  return { listId, name };
}

async function kept(site: Caller, listId: string, items: object[]): Promise<Results> {
  return resultsSchema.parse((await site.ok('createListItems', { listId, items }))['items']);
}

const createdOf = (results: Results): boolean[] => results.map(({ created }) => created);

const matching: readonly Case[] = [
  holds('§4.1.4', 'items without a code are created, and answered in the order submitted', async (site) => {
    const { listId } = await aList(site);
    const titles = Array.from({ length: 30 }, (_, at) => `Item ${(at * 7) % 30}`);
    const results = await kept(
      site,
      listId,
      titles.map((title) => ({ title })),
    );
    assert.deepEqual(
      results.map(({ title }) => title),
      titles,
    );
    assert.ok(results.every(({ created }) => created));
    assert.equal(new Set(results.map(({ id }) => id)).size, titles.length);
  }),
  holds(
    '§4.1.4',
    'an item without a code is matched by title in any case, and returned as it is',
    async (site) => {
      const { listId } = await aList(site);
      const [first] = await kept(site, listId, [{ title: 'Straße am Markt' }]);
      for (const title of ['STRASSE AM MARKT', 'straße am markt', ' Straße am Markt '])
        assert.deepEqual(await kept(site, listId, [{ title }]), [{ ...first, created: false }]);
    },
  ),
  holds('§4.1.3', 'an item with a code is matched by it, and its title is updated', async (site) => {
    const { listId } = await aList(site);
    const [first] = await kept(site, listId, [{ title: 'Dover', code: 'D' }]);
    const renamed = [{ id: first?.id, title: 'Port of Dover', created: false }];
    assert.deepEqual(await kept(site, listId, [{ title: 'Port of Dover', code: 'D' }]), renamed);
    assert.deepEqual(await kept(site, listId, [{ title: 'PORT OF DOVER' }]), renamed);
    assert.deepEqual(createdOf(await kept(site, listId, [{ title: 'Dover' }])), [true]);
  }),
  holds('§4.1.3', 'an item whose code is new is created, though its title is there', async (site) => {
    const { listId } = await aList(site);
    const [first] = await kept(site, listId, [{ title: 'Dover' }]);
    const [second] = await kept(site, listId, [{ title: 'Dover', code: 'D' }]);
    assert.equal(second?.created, true);
    assert.notEqual(second?.id, first?.id);
  }),
  holds('D5', 'codes differ by their case', async (site) => {
    const { listId } = await aList(site);
    assert.deepEqual(
      createdOf(
        await kept(site, listId, [
          { title: 'A', code: 'x' },
          { title: 'B', code: 'X' },
        ]),
      ),
      [true, true],
    );
  }),
  holds('§4.1.3', 'a later item of a request meets an earlier one', async (site) => {
    const { listId } = await aList(site);
    const items = [
      { title: 'Dover', code: 'D' },
      { title: 'DOVER' },
      { title: 'Hythe' },
      { title: 'hythe' },
      { title: 'Castle', code: 'D' },
    ];
    const results = await kept(site, listId, items);
    assert.deepEqual(createdOf(results), [true, false, true, false, false]);
    assert.equal(new Set(results.map(({ id }) => id)).size, 2);
  }),
  holds('§4.1.4', 'items of one list are not those of another', async (site) => {
    const [one, two] = [await aList(site), await aList(site)];
    assert.deepEqual(createdOf(await kept(site, one.listId, [{ title: 'A', code: 'A' }])), [true]);
    assert.deepEqual(createdOf(await kept(site, two.listId, [{ title: 'A', code: 'A' }])), [true]);
  }),
  holds('D11', 'a list is named by its id, or by its name in any case and spacing', async (site) => {
    const mark = unique();
    const { listId } = await aList(site, `Counties of ${mark}`);
    const [first] = await kept(site, listId, [{ title: 'A' }]);
    for (const name of [`Counties of ${mark}`, `COUNTIES OF ${mark.toUpperCase()}`, ` counties  of${mark} `])
      assert.deepEqual(await kept(site, name, [{ title: 'A' }]), [{ ...first, created: false }]);
  }),
  holds('§4.1.4', 'ten who create an item at once get one and the same', async (site) => {
    const { listId } = await aList(site);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        site.call('createListItems', { listId, items: [{ title: 'Dover', code: 'D' }] }),
      ),
    );
    const results = answers.filter(({ ok }) => ok).flatMap(({ items }) => resultsSchema.parse(items));
    assert.ok(results.length > 0);
    assert.equal(new Set(results.map(({ id }) => id)).size, 1);
    assert.equal(results.filter(({ created }) => created).length, 1);
  }),
];

const refusing: readonly Case[] = [
  ...(
    [
      ['title', ''],
      ['title', '  '],
      ['title', null],
      ['title', 7],
      ['title', 'x'.repeat(501)],
      ['code', 7],
      ['code', null],
      ['code', 'x'.repeat(101)],
      ['colour', 'red'],
    ] as const
  ).map(([field, value]) =>
    holds(
      '§4.1.2, invariant 16',
      `one item with ${field} ${JSON.stringify(value).slice(0, 12)} keeps all of them out`,
      async (site) => {
        const { listId } = await aList(site);
        const items = [
          { title: 'First', code: 'F' },
          { title: 'Second', [field]: value },
        ];
        const message = await site.refusal('invalid_request', 'createListItems', { listId, items });
        assert.match(message, /items/);
        assert.match(message, new RegExp(`\\b${field}\\b`));
        assert.deepEqual(createdOf(await kept(site, listId, [{ title: 'First', code: 'F' }])), [true]);
      },
    ),
  ),
  holds('§4.1.2', 'a title is not updated when another item is refused', async (site) => {
    const { listId } = await aList(site);
    const [first] = await kept(site, listId, [{ title: 'Dover', code: 'D' }]);
    await site.refusal('invalid_request', 'createListItems', {
      listId,
      items: [{ title: 'Renamed', code: 'D' }, { title: '' }],
    });
    assert.deepEqual(await kept(site, listId, [{ title: 'dover' }]), [{ ...first, created: false }]);
  }),
  holds(
    '§4',
    'a list that does not exist is not found, and one that is not named an invalid request',
    async (site) => {
      const items = [{ title: 'A' }];
      await site.refusal('not_found', 'createListItems', { listId: unique(), items });
      for (const listId of ['', 7, null, undefined])
        assert.match(await site.refusal('invalid_request', 'createListItems', { listId, items }), /listId/);
    },
  ),
  holds('§4, D13', 'items is a list of at most 99, and the number is named beyond', async (site) => {
    const { listId } = await aList(site);
    for (const items of [undefined, null, {}, 'A', [7], [null]])
      assert.match(await site.refusal('invalid_request', 'createListItems', { listId, items }), /\bitems/);
    const items = Array.from({ length: 100 }, (_, at) => ({ title: `Item ${at}` }));
    assert.match(await site.refusal('invalid_request', 'createListItems', { listId, items }), /99/);
    assert.equal((await kept(site, listId, items.slice(1))).length, 99);
  }),
  holds('invariant 19', 'a list of another site is not found, by id or by name', async (site) => {
    const other = site.as(given(site.given.otherSite, 'a token of another site'));
    const { listId, name } = await aList(site);
    for (const named of [listId, name])
      await other.refusal('not_found', 'createListItems', { listId: named, items: [{ title: 'A' }] });
  }),
];

export const listCases: readonly Case[] = [...matching, ...refusing];
