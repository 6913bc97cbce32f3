/** One of the few places at the workers that the imports of a site have among them. */
export interface Slot {
  readonly siteId: string;
  readonly importId: string;
  /** From 0. */
  readonly place: number;
}

export interface WantedSlot {
  readonly siteId: string;
  readonly importId: string;
  /** How many the site has. */
  readonly slots: number;
  /** When it is free again, unless it is held longer or freed: ISO 8601 with milliseconds. */
  readonly until: string;
}

/** How many imports of a site are worked on at once. A slot is a lease: nobody has to give it back. */
export interface SlotStore {
  /** The slot that the import has, or one that is free; undefined when others have them all. */
  take(wanted: WantedSlot, now: Date): Promise<Slot | undefined>;
  /** Holds a slot until then; until now frees it. False when another import has it by now. */
  hold(slot: Slot, until: string): Promise<boolean>;
}

/** Who has a place, and until when. */
export interface HeldSlot {
  readonly importId: string;
  readonly until: string;
}

/** The places that an import may take: the one that it has, or else those that are free. */
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
