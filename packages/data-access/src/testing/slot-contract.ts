import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { at } from './builders.ts';
import { newSite } from './new-site.ts';

export function slotContract(store: Store): void {
  describe('slots', () => {
    let of: string;
    beforeEach(() => {
      of = newSite();
    });

    const take = (holder: string, slots = 2, { seconds = 0, until = 45 } = {}) =>
      store.slots.take({ of, holder, slots, until: at(until) }, new Date(at(seconds)));

    it('are as many as there may be, however many want one at once', async () => {
      const ids = Array.from({ length: 16 }, (_, n) => `i${n}`);
      const taken = await Promise.all(ids.map((id) => take(id, 3)));
      const places = taken.flatMap((slot) => (slot ? [slot.place] : []));
      expect(places.toSorted()).toEqual([0, 1, 2]);
      of = newSite();
      expect(await take('other')).toMatchObject({ holder: 'other' });
    });

    it('are given to the holder that has one again, and only that one', async () => {
      const first = await take('a');
      expect(await take('a')).toEqual(first);
      expect(await take('b')).toBeDefined();
      expect(await take('c')).toBeUndefined();
    });

    it('are free when they are given back, or when their time is over', async () => {
      const slot = await take('a', 1);
      if (!slot) throw new Error('no slot');
      expect(await store.slots.hold(slot, at(90))).toBe(true);
      expect(await take('b', 1, { seconds: 89 })).toBeUndefined();
      expect(await take('b', 1, { seconds: 90, until: 200 })).toEqual({ ...slot, holder: 'b' });
      expect(await store.slots.hold(slot, at(300))).toBe(false);
      expect(await store.slots.hold({ ...slot, holder: 'b' }, at(91))).toBe(true);
      expect(await take('c', 1, { seconds: 91, until: 200 })).toBeDefined();
    });
  });

  describe('dry runs', () => {
    it('are found by what they were about, the latest of each, while they are remembered', async () => {
      const siteId = newSite();
      const now = new Date(at(0));
      const note = { siteId, digest: 'd', importId: 'i1', expires: now.getTime() / 1000 + 60 };
      expect(await store.dryRuns.find(siteId, 'd', now)).toBeUndefined();
      await store.dryRuns.note(note);
      await store.dryRuns.note({ ...note, importId: 'i2' });
      expect(await store.dryRuns.find(siteId, 'd', now)).toBe('i2');
      expect(await store.dryRuns.find(siteId, 'e', now)).toBeUndefined();
      expect(await store.dryRuns.find(newSite(), 'd', now)).toBeUndefined();
      expect(await store.dryRuns.find(siteId, 'd', new Date(at(60)))).toBeUndefined();
    });
  });
}
