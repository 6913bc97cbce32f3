/** One of the few places that something has, such as a token for its waiting requests. */
export interface Slot {
  /** What has the slots. */
  readonly of: string;
  readonly holder: string;
  /** From 0. */
  readonly place: number;
}

export interface WantedSlot {
  readonly of: string;
  readonly holder: string;
  readonly slots: number;
  /** When the slot expires unless it is extended: ISO 8601 with milliseconds. */
  readonly until: string;
}

/** Limits how many can do something at once. A slot is a lease, so it expires by itself. */
export interface SlotStore {
  /** Takes the holder's own slot or a free one. Undefined when others have all of them. */
  take(wanted: WantedSlot, now: Date): Promise<Slot | undefined>;
  /** Extends a slot; the current time frees it. False when another holder has it by now. */
  hold(slot: Slot, until: string): Promise<boolean>;
}

export interface HeldSlot {
  readonly holder: string;
  readonly until: string;
}

/** The places that a holder may take: its own, or else the free ones. */
export function placesFor(
  { holder, slots }: WantedSlot,
  heldAt: (place: number) => HeldSlot | undefined,
  now: string,
): number[] {
  const places = Array.from({ length: slots }, (_, place) => place);
  const holderAt = (place: number): string | undefined => {
    const held = heldAt(place);
    return held && held.until > now ? held.holder : undefined;
  };
  const own = places.find((place) => holderAt(place) === holder);
  return own === undefined ? places.filter((place) => holderAt(place) === undefined) : [own];
}
