import { beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { at } from './builders.ts';
import { newSite } from './new-site.ts';

/** What imports of a site share: slots and dry runs. */
export function slotContract(store: Store): void {
  describe('slots', () => {
    let siteId: string;
    beforeEach(() => {
      siteId = newSite();
    });

    const now = new Date(at(0));
    const wanted = (siteId: string, importId: string, slots = 2) => ({
      siteId,
      importId,
      slots,
      until: at(45),
    });

    it('are as many as the site has, however many want one at once', async () => {
      const ids = Array.from({ length: 16 }, (_, n) => `i${n}`);
      const taken = await Promise.all(ids.map((id) => store.slots.take(wanted(siteId, id, 3), now)));
      const places = taken.flatMap((slot) => (slot ? [slot.place] : []));
      expect(places.toSorted()).toEqual([0, 1, 2]);
      expect(await store.slots.take(wanted(newSite(), 'other'), now)).toMatchObject({ importId: 'other' });
    });

    it('are given to the import that has one again, and only that one', async () => {
      const first = await store.slots.take(wanted(siteId, 'a'), now);
      expect(await store.slots.take(wanted(siteId, 'a'), now)).toEqual(first);
      expect(await store.slots.take(wanted(siteId, 'b'), now)).toBeDefined();
      expect(await store.slots.take(wanted(siteId, 'c'), now)).toBeUndefined();
    });

    it('are free when they are given back, or when their time is over', async () => {
      const slot = await store.slots.take(wanted(siteId, 'a', 1), now);
      if (!slot) throw new Error('no slot');
      expect(await store.slots.hold(slot, at(90))).toBe(true);
      expect(await store.slots.take(wanted(siteId, 'b', 1), new Date(at(89)))).toBeUndefined();
      expect(await store.slots.take({ ...wanted(siteId, 'b', 1), until: at(200) }, new Date(at(90)))).toEqual(
        { ...slot, importId: 'b' },
      );
      expect(await store.slots.hold(slot, at(300))).toBe(false);
      expect(await store.slots.hold({ ...slot, importId: 'b' }, at(91))).toBe(true);
      expect(
        await store.slots.take({ ...wanted(siteId, 'c', 1), until: at(200) }, new Date(at(91))),
      ).toBeDefined();
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
