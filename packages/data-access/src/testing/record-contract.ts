import { beforeEach, describe, expect, it } from 'vitest';
import { shardCount, shardOf } from '../store/ids.ts';
import type { RecordWrite, StoredRecord } from '../store/record.ts';
import type { Required, Scan, ScanRow, Store } from '../store/store.ts';
import { aRecord, asNew, at, changed } from './builders.ts';
import { newSite } from './new-site.ts';

const everything: Scan = { kind: 'user', order: 'newest', expected: 10 };

async function rows(store: Store, site: string, scan: Partial<Scan>): Promise<ScanRow[]> {
  const found: ScanRow[] = [];
  for await (const row of store.records.scan(site, { ...everything, ...scan })) found.push(row);
  return found;
}

async function fill(store: Store, count: number): Promise<string> {
  const site = newSite();
  // Updated in the reverse order of their creation, two at a time.
  const all = Array.from({ length: count }, (_, n) => aRecord(n, { updatedDate: at(1000 - (n >> 1)) }));
  await store.records.write(site, all.map(asNew));
  return site;
}

export function recordContract(store: Store): void {
  describe('records', () => {
    let site: string;
    beforeEach(() => {
      site = newSite();
    });
    const write = (...writes: RecordWrite[]) => store.records.write(site, writes);
    const together = (writes: RecordWrite[], required?: Required) =>
      store.records.writeTogether(site, writes, required);

    it('gives back what was written, whole', async () => {
      const record = aRecord(1, {
        deleted: true,
        importId: 'i1',
        fields: { name: 'Zoë', roleIds: ['a'], isSuspended: false, privateDiscussion: { messages: [] } },
      });
      expect(await write(asNew(record))).toEqual(['written']);
      expect(await store.records.get(site, record)).toEqual(record);
    });

    it('refuses to create what is there, and to replace another version', async () => {
      const record = aRecord(1);
      const other = aRecord(2);
      await write(asNew(record));
      const another = asNew({ ...record, writer: 'another' });
      expect(await write(another, asNew(other))).toEqual(['conflict', 'written']);
      const next = changed(other, { updatedDate: at(9) });
      expect(await write(changed({ ...record, version: 5 }), next)).toEqual(['conflict', 'written']);
      expect(await store.records.getMany(site, [other, record])).toEqual([next.record, record]);
    });

    it('refuses to replace a version that another writer has made with the same number', async () => {
      const [record, planned] = [aRecord(1), aRecord(1, { writer: 'planned' })];
      await write(asNew(record));
      expect(await write(changed(planned))).toEqual(['conflict']);
      expect(await together([changed(planned)])).toBe('conflict');
      expect(await together([changed(record)])).toBe('written');
    });

    it('knows its own write when it comes again', async () => {
      const record = aRecord(1);
      const next = changed(record);
      await write(asNew(record));
      expect(await write(asNew(record))).toEqual(['written']);
      await write(next);
      expect(await write(next)).toEqual(['written']);
      expect(await together([next])).toBe('written');
    });

    it('lets one of 16 writers replace a version', async () => {
      const record = aRecord(1);
      await write(asNew(record));
      const outcomes = await Promise.all(
        Array.from({ length: 16 }, (_, n) => write(changed(record, { writer: `w${n}` }))),
      );
      expect(outcomes.flat().filter((outcome) => outcome === 'written')).toHaveLength(1);
    });

    it('writes 100 records together or none (invariant 16)', async () => {
      const all = Array.from({ length: 100 }, (_, n) => aRecord(n));
      const [first = aRecord(0)] = all;
      await write(asNew({ ...first, writer: 'another' }));
      expect(await together(all.map(asNew))).toBe('conflict');
      expect(await rows(store, site, {})).toHaveLength(1);
      expect(await together(all.slice(1).map(asNew), { present: [first] })).toBe('written');
      expect(await rows(store, site, {})).toHaveLength(100);
    });

    it('writes nothing when a record that is required is deleted or missing', async () => {
      const gone = aRecord(1, { kind: 'list', deleted: true });
      await write(asNew(gone));
      for (const present of [gone, { kind: 'list', id: 'x' }])
        expect(await together([asNew(aRecord(2))], { present: [present] })).toBe('conflict');
    });

    it('writes nothing when a claim has passed to another record', async () => {
      const key = { kind: 'list', field: 'name', value: 'towns' };
      const list = aRecord(1, { kind: 'list' });
      await store.lookups.claim(site, [{ key, id: 'other' }]);
      expect(await together([asNew(list)], { held: [{ key, id: list.id }] })).toBe('conflict');
      await store.lookups.reclaim(site, { key, id: list.id }, 'other');
      expect(await together([asNew(list)], { held: [{ key, id: list.id }] })).toBe('written');
    });

    it('reads and writes 300 records in a call', async () => {
      const all = Array.from({ length: 300 }, (_, n) => aRecord(n));
      expect(new Set(await write(...all.map(asNew)))).toEqual(new Set(['written']));
      expect(await store.records.getMany(site, all)).toEqual(all);
    });

    it('shows nothing of another site or kind (invariant 19)', async () => {
      const record = aRecord(1);
      await write(asNew(record));
      expect(await store.records.get(newSite(), record)).toBeUndefined();
      expect(await store.records.get(site, { ...record, kind: 'role' })).toBeUndefined();
      expect(await rows(store, newSite(), {})).toEqual([]);
    });
  });

  it('reads each record of a kind in one shard, in order, from any record on', async () => {
    const site = newSite();
    const all = Array.from({ length: 60 }, (_, n) => aRecord(n, { deleted: n % 3 === 0 }));
    await store.records.write(site, [...all.map(asNew), asNew(aRecord(1, { kind: 'role' }))]);
    const read = async (shard: number, after?: string): Promise<StoredRecord[]> => {
      const found: StoredRecord[] = [];
      for await (const page of store.records.shard(site, { kind: 'user', shard, after })) found.push(...page);
      return found;
    };
    for (let shard = 0; shard < shardCount; shard += 1) {
      const expected = all.filter(({ id }) => shardOf(id) === shard);
      expect(await read(shard)).toEqual(expected);
      expect(await read(shard, expected[1]?.id)).toEqual(expected.slice(2));
    }
  });

  describe('scans', () => {
    it('goes by time of creation, either way, and by time of update', async () => {
      const site = await fill(store, 60);
      const ids = Array.from({ length: 60 }, (_, n) => aRecord(n).id);
      const idsOf = async (scan: Partial<Scan>) => (await rows(store, site, scan)).map(({ id }) => id);
      expect(await idsOf({ order: 'oldest' })).toEqual(ids);
      expect(await idsOf({ order: 'newest' })).toEqual(ids.toReversed());
      const pairs = Array.from({ length: 30 }, (_, n) => [ids[2 * n + 1], ids[2 * n]]);
      expect(await idsOf({ order: 'updated' })).toEqual(pairs.flat());
    });

    it('goes on after any row, in every order', async () => {
      const site = await fill(store, 40);
      for (const order of ['newest', 'oldest', 'updated'] as const) {
        const all = await rows(store, site, { order });
        for (const [place, after] of all.entries()) {
          const rest = await rows(store, site, { order, after, expected: 3 });
          expect(rest.map(({ id }) => id)).toEqual(all.slice(place + 1).map(({ id }) => id));
        }
      }
    });

    it('goes on after a row that has moved since', async () => {
      const site = await fill(store, 20);
      const all = await rows(store, site, { order: 'updated' });
      const [after] = all.slice(4, 5);
      const moved = aRecord(5);
      await store.records.write(site, [
        changed({ ...moved, updatedDate: at(2000) }, { updatedDate: at(2000) }),
      ]);
      const rest = await rows(store, site, { order: 'updated', after });
      expect(rest.map(({ id }) => id)).toEqual(
        all
          .slice(5)
          .map(({ id }) => id)
          .filter((id) => id !== moved.id),
      );
    });

    it('bounds a scan by update strictly', async () => {
      const site = await fill(store, 20);
      const within = await rows(store, site, {
        order: 'updated',
        updatedAfter: at(995),
        updatedBefore: at(998),
      });
      expect(within.map(({ updatedDate }) => updatedDate)).toEqual([at(997), at(997), at(996), at(996)]);
      const none = await rows(store, site, {
        order: 'updated',
        updatedAfter: at(998),
        updatedBefore: at(995),
      });
      expect(none).toEqual([]);
    });

    it('carries facts in every order, and the record where it reads whole ones', async () => {
      const site = newSite();
      const record = aRecord(1, { fields: { name: 'ÉMILE', email: 'E@x.org', userType: 'client' } });
      await store.records.write(site, [asNew(record)]);
      const facts = { userType: 'client', q: 'émile\ne@x.org' };
      expect(await rows(store, site, {})).toMatchObject([{ facts, record, deleted: false }]);
      expect(await rows(store, site, { order: 'updated' })).toMatchObject([{ facts, record: undefined }]);
    });
  });
}
