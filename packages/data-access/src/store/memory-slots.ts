import { placesFor, type HeldSlot, type SlotStore } from './slots.ts';

export function createMemorySlots(): SlotStore {
  const held = new Map<string, HeldSlot>();
  const keyOf = (siteId: string, place: number): string => `${siteId} ${place}`;
  return {
    take: async (wanted, now) => {
      const { siteId, importId, until } = wanted;
      const [place] = placesFor(wanted, (at) => held.get(keyOf(siteId, at)), now.toISOString());
      if (place === undefined) return undefined;
      held.set(keyOf(siteId, place), { importId, until });
      return { siteId, importId, place };
    },
    hold: async ({ siteId, importId, place }, until) => {
      const key = keyOf(siteId, place);
      if (held.get(key)?.importId !== importId) return false;
      held.set(key, { importId, until });
      return true;
    },
  };
}
