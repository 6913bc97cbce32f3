import { deepEqual, equal, ok } from 'node:assert/strict';
import { idsOf, listIn, stranger, textIn, unique, type Caller, type Fields } from '../caller.ts';
import { holds, type Case } from '../case.ts';
import { saved, settled } from './importing.ts';
import { searches, type Search } from './searches.ts';

const updatedOf = (item: Fields): number => Date.parse(textIn(item, 'updatedDate'));
const sorts = ['oldest', 'newest', 'updated'] as const;

/** A request for the first page of two, and a cursor for the next. */
async function firstPage(site: Caller, { operation, findable }: Search): Promise<[object, string]> {
  const request = { ...(await findable(site)).filters, limit: 2 };
  const { nextCursor } = await site.page(operation, request);
  ok(nextCursor, 'a cursor for the next page');
  return [request, nextCursor];
}

/** Values that a field of every search refuses: rule, field, title, values. */
const wrongs: readonly [string, string, string, readonly unknown[]][] = [
  ['§8, D3', 'limit', 'a limit that is none, with what was expected', [1001, 0, -1, 1.5, '10', null, true]],
  ['§2.3, D3', 'sort', 'a sort that is none', ['best', '', 'NEWEST', 1, null]],
];
const wrongTimes = [
  ...['yesterday', '', '2026-02-30', '2026-13-01T00:00:00.000Z', '2026-01-31T09:30:00', '2026-01-31T09:30Z'],
  ...['1769851800000', 1e17, 1.5, true, [], {}, null],
];

const pagesOf = (search: Search): readonly Case[] => {
  const { operation, findable, otherFilter, hasFields, madeBy } = search;
  const by = (rule: string): string => (madeBy === undefined ? rule : `${rule}, ${madeBy}`);
  return [
    ...sorts.map((sort) =>
      holds(by('§2.3, §4.1.6'), `${operation} pages through each record once, ${sort}`, async (site) => {
        const { filters, ids } = await findable(site);
        for (const limit of [1, 2, 1000]) {
          const found = await site.all(operation, { ...filters, sort, limit });
          if (sort === 'oldest') deepEqual(idsOf(found), ids);
          if (sort === 'newest') deepEqual(idsOf(found), ids.toReversed());
          deepEqual(idsOf(found).toSorted(), ids.toSorted());
          const times = found.map(updatedOf);
          const latestFirst = times.toSorted((a, b) => b - a);
          if (sort === 'updated') deepEqual(times, latestFirst);
        }
      }),
    ),
    holds(
      by('§2.3'),
      `${operation} answers at most limit records, newest first, and shows whether there are more`,
      async (site) => {
        const { filters, ids } = await findable(site);
        const page = await site.page(operation, { ...filters, limit: 2 });
        deepEqual([page.hasMore, idsOf(page.items)], [true, ids.toReversed().slice(0, 2)]);
        const whole = await site.page(operation, { ...filters, limit: 1000 });
        deepEqual([whole.hasMore, whole.nextCursor], [false, undefined]);
      },
    ),
    ...wrongs.map(([rule, field, title, values]) =>
      holds(rule, `${operation} refuses ${title}`, async (site) => {
        const { filters } = await findable(site);
        const bodies = values.map((value) => ({ ...filters, [field]: value }));
        await site.refuses(operation, bodies, new RegExp(`\\b${field}: expected`));
      }),
    ),
    holds('D3, D19', `${operation} takes a cursor only as it was answered`, async (site) => {
      const [request, cursor] = await firstPage(site, search);
      const changed = cursor.startsWith('A') ? `B${cursor.slice(1)}` : `A${cursor.slice(1)}`;
      const wrong = [`${cursor}x`, cursor.slice(0, -2), changed, ` ${cursor}`, 'none', '', 7, null];
      await site.refusesEach(operation, { cursor: wrong }, request);
    }),
    holds('D19', `${operation} binds a cursor to the sort and the filters`, async (site) => {
      const [request, cursor] = await firstPage(site, search);
      for (const change of [{ sort: 'oldest' }, { sort: 'updated' }, { updatedAfter: 1 }, otherFilter])
        await site.refusal('invalid_request', operation, { ...request, ...change, cursor });
    }),
    holds(
      'D19',
      `${operation} lets limit${hasFields ? ' and fields' : ''} change between two pages`,
      async (site) => {
        const { filters, ids } = await findable(site);
        const { items, nextCursor } = await site.page(operation, { ...filters, limit: 2 });
        const request = { ...filters, limit: 1000, ...(hasFields && { fields: ['id'] }), cursor: nextCursor };
        deepEqual([...idsOf(items), ...idsOf(await site.all(operation, request))], ids.toReversed());
      },
    ),
    holds('invariant 19', `${operation} refuses a cursor of another site`, async (site) => {
      const [request, cursor] = await firstPage(site, search);
      const { error } = await stranger(site).call(operation, { ...request, cursor });
      // A form of this site does not exist on the other.
      ok(['invalid_request', 'not_found'].includes(error?.code ?? ''), error?.message);
    }),
    holds('invariant 19', `${operation} shows another site nothing of this one`, async (site) => {
      const { filters, ids } = await findable(site);
      const envelope = await stranger(site).call(operation, { ...filters, limit: 1000 });
      // A form of this site is not found there.
      const shown = envelope.ok ? idsOf(listIn(envelope, 'items')) : [];
      ok(!shown.some((id) => ids.includes(id)));
    }),
    holds(
      '§2.3, D4',
      `${operation} finds what was updated strictly after a time and strictly before another`,
      async (site) => {
        const { filters } = await findable(site);
        const times = (await site.all(operation, filters)).map(updatedOf).toSorted((a, b) => a - b);
        const middle = times[Math.floor(times.length / 2)] ?? 0;
        const [later, earlier] = [times.filter((at) => at > middle), times.filter((at) => at < middle)];
        for (const bound of [
          { sort: 'newest', time: middle },
          { sort: 'updated', time: new Date(middle).toISOString() },
        ]) {
          const request = { ...filters, sort: bound.sort };
          const after = await site.all(operation, { ...request, updatedAfter: bound.time });
          const before = await site.all(operation, { ...request, updatedBefore: bound.time });
          const ascending = (items: Fields[]) => items.map(updatedOf).toSorted((a, b) => a - b);
          deepEqual(ascending(after), later);
          deepEqual(ascending(before), earlier);
        }
      },
    ),
    holds(by('§2.3'), `${operation} takes times as ISO 8601 text and as milliseconds alike`, async (site) => {
      const { filters, ids } = await findable(site);
      const ago = '2001-01-01T00:00:00.000Z';
      for (const time of [
        ago,
        Date.parse(ago),
        ...(site.ours ? ['2001-01-01T01:00:00+01:00', '2001-01-01'] : []),
      ]) {
        equal((await site.all(operation, { ...filters, updatedAfter: time })).length, ids.length);
        deepEqual(await site.all(operation, { ...filters, updatedBefore: time }), []);
      }
    }),
    holds('§2.3, D4', `${operation} refuses a time that is none`, async (site) => {
      const { filters } = await findable(site);
      for (const name of ['updatedAfter', 'updatedBefore']) {
        const bodies = wrongTimes.map((time) => ({ ...filters, [name]: time }));
        await site.refuses(operation, bodies, new RegExp(`${name}: expected .*ISO 8601`));
      }
    }),
    holds('D3', `${operation} refuses a field that it does not know`, async (site) => {
      const { filters } = await findable(site);
      await site.refusesEach(operation, { page: [2] }, filters);
    }),
  ];
};

const concurrency = sorts.map((sort) =>
  holds(
    'D19',
    `a user that was not changed comes once, ${sort}, while others are added and changed`,
    async (site) => {
      const q = unique();
      const ids = await saved(site, ...Array.from({ length: 12 }, (_, at) => ({ name: `${q} ${at}` })));
      await settled(site, 'getUsers', { q }, ids.length);
      const moved = [ids[1], ids[6], ids[10]];
      const found: string[] = [];
      let cursor: string | undefined;
      let pages = 0;
      do {
        const page = await site.page('getUsers', { q, sort, limit: 3, ...(cursor && { cursor }) });
        found.push(...idsOf(page.items));
        cursor = page.nextCursor;
        if (pages < moved.length)
          await saved(site, { name: `${q} new` }, { id: moved[pages], cellPhone: `${pages}` });
        pages += 1;
      } while (cursor !== undefined);
      for (const id of ids.filter((one) => !moved.includes(one)))
        equal(found.filter((one) => one === id).length, 1, 'each of them once');
    },
  ),
);

export const pagingCases: readonly Case[] = [...searches.flatMap(pagesOf), ...concurrency];
