import assert from 'node:assert/strict';
import { listIn, textIn, unique, type Caller, type Fields, type Page } from '../caller.ts';
import { given, holds, type Case } from '../case.ts';
import { saved, searches, settled, type Search } from './searches.ts';

const idsOf = (items: readonly Fields[]): string[] => items.map((item) => textIn(item, 'id'));
const updatedOf = (item: Fields): number => Date.parse(textIn(item, 'updatedDate'));

/** The first page of two, and a cursor for the next. */
async function firstPage(
  site: Caller,
  { operation, findable }: Search,
): Promise<Page & { request: object; cursor: string }> {
  const request = { ...(await findable(site)).filters, limit: 2 };
  const page = await site.page(operation, request);
  assert.ok(page.nextCursor, 'a cursor for the next page');
  return { ...page, request, cursor: page.nextCursor };
}

const pagesOf = (search: Search): readonly Case[] => {
  const { operation, findable, otherFilter, hasFields } = search;
  return [
    ...(['oldest', 'newest', 'updated'] as const).map((sort) =>
      holds('§2.3, §4.1.6', `${operation} pages through each record once, ${sort}`, async (site) => {
        const { filters, ids } = await findable(site);
        for (const limit of [1, 2, 1000]) {
          const found = await site.all(operation, { ...filters, sort, limit });
          if (sort === 'oldest') assert.deepEqual(idsOf(found), ids);
          if (sort === 'newest') assert.deepEqual(idsOf(found), ids.toReversed());
          if (sort === 'updated') {
            assert.deepEqual(idsOf(found).toSorted(), ids.toSorted());
            const times = found.map(updatedOf);
            assert.deepEqual(
              times,
              times.toSorted((a, b) => b - a),
            );
          }
        }
      }),
    ),
    holds(
      '§2.3',
      `${operation} answers at most limit records, says that there are more, and sorts the newest first`,
      async (site) => {
        const { filters, ids } = await findable(site);
        const page = await site.page(operation, { ...filters, limit: 2 });
        assert.deepEqual(idsOf(page.items), ids.toReversed().slice(0, 2));
        assert.equal(page.hasMore, true);
        const whole = await site.page(operation, { ...filters, limit: 1000 });
        assert.deepEqual([whole.hasMore, whole.nextCursor], [false, undefined]);
      },
    ),
    holds('§8, D3', `${operation} refuses a limit that is none, with what was expected`, async (site) => {
      const { filters } = await findable(site);
      for (const limit of [1001, 0, -1, 1.5, '10', null, true])
        assert.match(
          await site.refusal('invalid_request', operation, { ...filters, limit }),
          /\blimit: expected/,
        );
    }),
    holds('§2.3', `${operation} refuses a sort that is none`, async (site) => {
      const { filters } = await findable(site);
      for (const sort of ['best', '', 'NEWEST', 1, null])
        assert.match(
          await site.refusal('invalid_request', operation, { ...filters, sort }),
          /\bsort: expected/,
        );
    }),
    holds('D3, D19', `${operation} takes a cursor only as it was answered`, async (site) => {
      const { request, cursor } = await firstPage(site, search);
      const changed = cursor.startsWith('A') ? `B${cursor.slice(1)}` : `A${cursor.slice(1)}`;
      for (const wrong of [`${cursor}x`, cursor.slice(0, -2), changed, ` ${cursor}`, 'none', '', 7, null])
        assert.match(
          await site.refusal('invalid_request', operation, { ...request, cursor: wrong }),
          /\bcursor\b/,
        );
    }),
    holds('D19', `${operation} binds a cursor to the sort and the filters`, async (site) => {
      const { request, cursor } = await firstPage(site, search);
      const other = await otherFilter(site);
      for (const change of [{ sort: 'oldest' }, { sort: 'updated' }, { updatedAfter: 1 }, other])
        await site.refusal('invalid_request', operation, { ...request, ...change, cursor });
    }),
    holds(
      'D19',
      `${operation} lets limit${hasFields ? ' and fields' : ''} change between two pages`,
      async (site) => {
        const { filters, ids } = await findable(site);
        const first = await site.page(operation, { ...filters, limit: 2 });
        const request = { ...filters, limit: 1000, ...(hasFields && { fields: ['id'] }) };
        const rest = await site.all(operation, { ...request, cursor: first.nextCursor });
        assert.deepEqual([...idsOf(first.items), ...idsOf(rest)], ids.toReversed());
      },
    ),
    holds('invariant 19', `${operation} refuses a cursor of another site`, async (site) => {
      const other = site.as(given(site.given.otherSite, 'a token of another site'));
      const { request, cursor } = await firstPage(site, search);
      const { error } = await other.call(operation, { ...request, cursor });
      // A form of this site is none of the other's to begin with.
      assert.ok(['invalid_request', 'not_found'].includes(error?.code ?? ''), error?.message);
    }),
    holds('invariant 19', `${operation} shows another site nothing of this one`, async (site) => {
      const other = site.as(given(site.given.otherSite, 'a token of another site'));
      const { filters, ids } = await findable(site);
      // A form of this site is not found there at all.
      const envelope = await other.call(operation, { ...filters, limit: 1000 });
      const shown = envelope.ok ? idsOf(listIn(envelope, 'items')) : [];
      assert.deepEqual(
        shown.filter((id) => ids.includes(id)),
        [],
      );
    }),
    holds(
      '§2.3, D4',
      `${operation} finds what was updated strictly after a time and strictly before another`,
      async (site) => {
        const { filters } = await findable(site);
        const all = await site.all(operation, filters);
        const times = all.map(updatedOf).toSorted((a, b) => a - b);
        const middle = times[Math.floor(times.length / 2)] ?? 0;
        for (const [sort, time] of [
          ['newest', middle],
          ['updated', new Date(middle).toISOString()],
        ] as const) {
          const after = await site.all(operation, { ...filters, sort, updatedAfter: time });
          const before = await site.all(operation, { ...filters, sort, updatedBefore: time });
          assert.equal(after.length, times.filter((at) => at > middle).length);
          assert.equal(before.length, times.filter((at) => at < middle).length);
          assert.ok(after.every((item) => updatedOf(item) > middle));
          assert.ok(before.every((item) => updatedOf(item) < middle));
        }
      },
    ),
    holds('§2.3', `${operation} takes times as ISO 8601 text and as milliseconds alike`, async (site) => {
      const { filters, ids } = await findable(site);
      const ago = '2001-01-01T00:00:00.000Z';
      for (const time of [ago, Date.parse(ago), '2001-01-01T01:00:00+01:00', '2001-01-01']) {
        assert.equal((await site.all(operation, { ...filters, updatedAfter: time })).length, ids.length);
        assert.deepEqual(await site.all(operation, { ...filters, updatedBefore: time }), []);
      }
    }),
    holds('§2.3', `${operation} refuses a time that is none`, async (site) => {
      const { filters } = await findable(site);
      for (const time of ['yesterday', '', '2026-02-30', '2026-13-01T00:00:00.000Z', 1.5, true, [], null])
        for (const name of ['updatedAfter', 'updatedBefore'])
          assert.match(
            await site.refusal('invalid_request', operation, { ...filters, [name]: time }),
            new RegExp(`${name}: expected .*ISO 8601`),
          );
    }),
    holds('D3', `${operation} refuses a field that it does not know`, async (site) => {
      const { filters } = await findable(site);
      assert.match(await site.refusal('invalid_request', operation, { ...filters, page: 2 }), /\bpage\b/);
    }),
  ];
};

const concurrency = (['newest', 'oldest', 'updated'] as const).map((sort) =>
  holds(
    'D19',
    `a user that nobody changed comes once, ${sort}, while others are added and changed`,
    async (site) => {
      const mark = unique();
      const ids = await saved(
        site,
        Array.from({ length: 12 }, (_, at) => ({ name: `${mark} ${at}` })),
      );
      await settled(site, 'getUsers', { q: mark }, ids.length);
      const moved = [ids[1], ids[6], ids[10]];
      const found: string[] = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const page = await site.page('getUsers', { q: mark, sort, limit: 3, ...(cursor && { cursor }) });
        found.push(...idsOf(page.items));
        cursor = page.nextCursor;
        if (pages < moved.length)
          await saved(site, [{ name: `${mark} new` }, { id: moved[pages], cellPhone: `${pages}` }]);
        pages += 1;
      } while (cursor !== undefined);
      for (const id of ids.filter((one) => !moved.includes(one)))
        assert.equal(found.filter((one) => one === id).length, 1, 'each of them once');
    },
  ),
);

export const pagingCases: readonly Case[] = [...searches.flatMap(pagesOf), ...concurrency];
