/** The status after an event: a fixed one, the same as before (`stays`), the one in the event, or none if it is refused. */
export type Cell<Status extends string> = Status | 'stays' | 'asEventStates' | 'refused';

/** A table of statuses by events, with what else decides whether an event counts, and what it leaves behind. All pure. */
export interface Engine<
  Item extends { readonly status: Status; readonly version: number },
  Event extends { readonly type: Type },
  Status extends string = Item['status'],
  Type extends string = Event['type'],
> {
  /** Total: every status has an answer to every event. */
  readonly table: Record<Status, Record<Type, Cell<Status>>>;
  /** The status that the event states. A cell with a fixed status takes no event that states another one. */
  readonly stated: (item: Item, event: Event) => Status | undefined;
  /** Whether the event keeps the status whatever the table says, as long as the table does not refuse it. */
  readonly keepsStatus?: (item: Item, event: Event) => boolean;
  /** Whether the event comes from somebody who has not seen a later one, or counted before. Then it is refused. */
  readonly isOvertaken: (item: Item, event: Event) => boolean;
  /** Whether the item knows already what the event says. */
  readonly isKnown: (item: Item, event: Event) => boolean;
  /** What changes beside status and version, or undefined if the item refuses the event. */
  readonly factsOf: (item: Item, event: Event, status: Status) => Partial<Item> | undefined;
  /** Whether an item that keeps its status has these facts, so that nothing changes. By default each event counts. */
  readonly hasFacts?: (item: Item, facts: Partial<Item>) => boolean;
}

/**
 * What an event makes of an item: undefined if the item refuses it; the same object if it changes nothing, and then nothing
 * has to be written.
 */
export function nextOf<
  Item extends { readonly status: Status; readonly version: number },
  Event extends { readonly type: Type },
  Status extends string,
  Type extends string,
>(engine: Engine<Item, Event, Status, Type>) {
  return (item: Item, event: Event): Item | undefined => {
    const status = statusAfter(engine, item, event);
    if (status === undefined || engine.isOvertaken(item, event)) return undefined;
    if (engine.isKnown(item, event)) return item;
    const facts = engine.factsOf(item, event, status);
    if (facts && status === item.status && engine.hasFacts?.(item, facts)) return item;
    return facts && { ...item, ...facts, status, version: item.version + 1 };
  };
}

function statusAfter<
  Item extends { readonly status: Status; readonly version: number },
  Event extends { readonly type: Type },
  Status extends string,
  Type extends string,
>(
  { table, stated, keepsStatus }: Engine<Item, Event, Status, Type>,
  item: Item,
  event: Event,
): Status | undefined {
  const cell = table[item.status][event.type];
  if (cell === 'refused') return undefined;
  if (cell === 'stays' || keepsStatus?.(item, event)) return item.status;
  const asked = stated(item, event);
  if (!isFixed<Status>(cell)) return asked;
  return asked === undefined || asked === cell ? cell : undefined;
}

const isFixed = <Status extends string>(cell: Cell<Status>): cell is Status =>
  !['stays', 'asEventStates', 'refused'].includes(cell);
