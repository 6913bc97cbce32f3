/** A slot of a site. The number of slots limits how many imports of the site run at once. */
export interface Slot {
  readonly siteId: string;
  readonly importId: string;
  /** From 0. */
  readonly place: number;
}

export interface WantedSlot {
  readonly siteId: string;
  readonly importId: string;
  readonly slots: number;
  /** When the slot expires unless it is extended: ISO 8601 with milliseconds. */
  readonly until: string;
}

/** Limits how many imports of a site run at once. A slot is a lease, so it expires by itself. */
export interface SlotStore {
  /** Takes the import's own slot or a free one. Undefined when other imports have all of them. */
  take(wanted: WantedSlot, now: Date): Promise<Slot | undefined>;
  /** Extends a slot; the current time frees it. False when another import has it by now. */
  hold(slot: Slot, until: string): Promise<boolean>;
}

export interface HeldSlot {
  readonly importId: string;
  readonly until: string;
}

/** The places that an import may take: its own, or else the free ones. */
export function placesFor(
  { importId, slots }: WantedSlot,
  heldAt: (place: number) => HeldSlot | undefined,
  now: string,
): number[] {
  const places = Array.from({ length: slots }, (_, place) => place);
  const holderAt = (place: number): string | undefined => {
    const held = heldAt(place);
    return held && held.until > now ? held.importId : undefined;
  };
  const own = places.find((place) => holderAt(place) === importId);
  return own === undefined ? places.filter((place) => holderAt(place) === undefined) : [own];
}
