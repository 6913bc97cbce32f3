import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { search, type SearchRequest } from '../search/search.ts';
import type { RecordWrite, StoredRecord } from '../store/record.ts';
import type { Store } from '../store/store.ts';
import { aRecord, asNew, at, changed } from './builders.ts';
import { newSite } from './new-site.ts';

const everything: SearchRequest = {
  kind: 'user',
  order: 'updated',
  limit: 100,
  after: undefined,
  updatedAfter: undefined,
  updatedBefore: undefined,
  filters: {},
  q: undefined,
  withDeleted: true,
};

/** All that a search finds, page after page. Each page but the last must be full. */
export async function listed(
  store: Store,
  site: string,
  asked: Partial<SearchRequest> = {},
): Promise<StoredRecord[]> {
  const request = { ...everything, ...asked };
  const found: StoredRecord[] = [];
  for (let after = request.after, isMore = true; isMore;) {
    const page = await search(store.records, site, { ...request, after });
    found.push(...page.found.map(({ record }) => record));
    after = page.next;
    isMore = after !== undefined;
    if (isMore) expect(page.found.length, 'a page that is not the last is full').toBe(request.limit);
  }
  return found;
}

/** Records that an import creates together. */
export const imported = (
  from: number,
  count: number,
  overrides: Partial<StoredRecord> = {},
): StoredRecord[] =>
  Array.from({ length: count }, (_, n) =>
    aRecord(from + n, {
      importId: 'i1',
      fields: { name: `User ${from + n}`, userType: (from + n) % 3 === 0 ? 'professional' : 'client' },
      ...overrides,
    }),
  );

export const lastUpdatedFirst = (records: Iterable<StoredRecord>): StoredRecord[] =>
  [...records].toSorted((a, b) =>
    a.updatedDate === b.updatedDate ? (a.id < b.id ? 1 : -1) : a.updatedDate < b.updatedDate ? 1 : -1,
  );

const step = fc.oneof(
  fc.record({ does: fc.constant('create' as const), count: fc.integer({ min: 1, max: 50 }) }),
  fc.record({ does: fc.constant('send again' as const), by: fc.constantFrom('itself', 'another') }),
  fc.record({
    does: fc.constant('change' as const),
    every: fc.integer({ min: 1, max: 9 }),
    to: fc.constantFrom('changed', 'deleted', 'restored'),
    together: fc.boolean(),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What a site should have, beside the store. */
function modelled(store: Store, site: string) {
  const records = new Map<string, StoredRecord>();
  let last: StoredRecord[] = [];
  const write = async (writes: RecordWrite[]) => {
    const outcomes = await store.records.write(site, writes);
    for (const [place, { record, replaces }] of writes.entries())
      if (replaces !== null || !records.has(record.id)) {
        expect(outcomes[place]).toBe('written');
        records.set(record.id, record);
      }
  };
  return {
    records,
    make: async (made: Step, updatedDate: string) => {
      if (made.does === 'create') {
        last = imported(records.size, made.count, { updatedDate });
        await write(last.map(asNew));
      } else if (made.does === 'send again') {
        // A worker died after its writes, or another import lost to this one.
        const writer = made.by === 'another' ? { writer: 'another' } : {};
        await write(last.map((record) => asNew({ ...record, updatedDate, ...writer })));
      } else {
        const deleted = made.to === 'changed' ? {} : { deleted: made.to === 'deleted' };
        const some = [...records.values()].filter((_, n) => n % made.every === 0);
        const writes = some.map((record) => changed(record, { updatedDate, ...deleted }));
        if (!made.together || writes.length === 0) return write(writes);
        for (const { record } of writes.slice(0, 20)) records.set(record.id, record);
        await store.records.writeTogether(site, writes.slice(0, 20));
      }
    },
  };
}

/** What import and update do to the order `updated`, which is kept in two ways. */
export function updateOrderContract(store: Store): void {
  describe('records by time of update', () => {
    it('are listed once and in order, whatever wrote them: random sites', async () => {
      const moment = fc.record({ step, isLater: fc.boolean() });
      await fc.assert(
        fc.asyncProperty(
          fc.array(moment, { minLength: 2, maxLength: 6 }),
          fc.integer({ min: 8, max: 40 }),
          async (moments, limit) => {
            const site = newSite();
            const model = modelled(store, site);
            let time = 1000;
            for (const { step: made, isLater } of moments) {
              time += Number(isLater);
              await model.make(made, at(time));
              const expected = lastUpdatedFirst(model.records.values());
              expect(await listed(store, site, { limit })).toEqual(expected);
              const bounds = { updatedAfter: at(1000), updatedBefore: at(time) };
              expect(await listed(store, site, { limit, ...bounds })).toEqual(
                expected.filter(({ updatedDate }) => updatedDate > at(1000) && updatedDate < at(time)),
              );
              const professionals = { filters: { userType: 'professional' } };
              expect(await listed(store, site, { limit, ...professionals })).toEqual(
                expected.filter(({ fields }) => fields['userType'] === 'professional'),
              );
            }
            const newestFirst = [...model.records.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1));
            expect(await listed(store, site, { order: 'newest' })).toEqual(newestFirst);
          },
        ),
        { numRuns: 15 },
      );
    }, 60_000);

    it('go on after any of them, also in the middle of what one import wrote', async () => {
      const site = newSite();
      const all = imported(0, 90, { updatedDate: at(500) });
      await store.records.write(site, all.slice(0, 60).map(asNew));
      await store.records.write(site, all.slice(60).map(asNew));
      const expected = lastUpdatedFirst(all);
      for (const [place, { id, updatedDate }] of expected.entries()) {
        const { found } = await search(store.records, site, {
          ...everything,
          limit: 3,
          after: { id, updatedDate },
        });
        expect(found.map(({ record }) => record)).toEqual(expected.slice(place + 1, place + 4));
      }
    });

    it('are listed once when they change while the same import creates them again', async () => {
      const site = newSite();
      const all = imported(0, 40, { updatedDate: at(500) });
      await store.records.write(site, all.map(asNew));
      const writes = all.slice(0, 20).map((record) => changed(record, { updatedDate: at(501) }));
      await Promise.all([
        store.records.write(site, writes),
        store.records.write(
          site,
          all.map((record) => asNew({ ...record, updatedDate: at(502) })),
        ),
        ...all
          .slice(20, 30)
          .map((record) => store.records.write(site, [changed(record, { updatedDate: at(501) })])),
      ]);
      const now = await store.records.getMany(site, all);
      expect(await listed(store, site, { limit: 7 })).toEqual(
        lastUpdatedFirst(now.flatMap((record) => record ?? [])),
      );
    });
  });
}
