import { type LedgerEvent, ledgerEventSchema } from '../model/event.ts';
import { LedgerError } from '../model/ledger-error.ts';
import type { EventPage, EventPaging, SubmissionRef } from '../port/ledger.ts';
import { earlierLinesOf, kinds, submissionKey } from './keys.ts';
import { itemsFrom } from './reads.ts';
import { eventsIn, type PlacedLine } from './submission-items.ts';
import { type Item, type TableAccess, getItem, partitionItems } from './table-access.ts';

/** A place in the history of a run, and its event unless it has something else. */
type Placed = Pick<PlacedLine, 'place' | 'event'>;

/** @throws LedgerError `item_unreadable` */
export const readEvents = (access: TableAccess, runId: string): Promise<LedgerEvent[]> =>
  eventsOf(runId, places(access, runId));

async function eventsOf(runId: string, found: AsyncIterable<Placed>): Promise<LedgerEvent[]> {
  const events: LedgerEvent[] = [];
  for await (const { place, event } of found) {
    if (event === undefined)
      throw new LedgerError('item_unreadable', `The history of ${runId} has no event at ${place}.`);
    events.push(event);
  }
  return events;
}

export async function readEventPage(
  access: TableAccess,
  runId: string,
  page: EventPaging,
): Promise<EventPage> {
  const read: Placed[] = [];
  let isLast = true;
  for await (const one of places(access, runId, page)) {
    isLast = read.length < page.limit;
    if (!isLast) break;
    read.push(one);
  }
  const unreadable = read.filter(({ event }) => event === undefined).map(({ place }) => place);
  return {
    events: read.flatMap(({ event }) => event ?? []),
    ...(unreadable.length > 0 && { unreadable }),
    ...(page.ofRun === true && { last: read.at(-1)?.place }),
    ...(!isLast && { next: read.at(-1)?.place }),
  };
}

/** In how many places of a history one item is. */
const linesOfItem = 4;

/** The events of the run itself in order of time, then those of each submission. */
async function* places(
  access: TableAccess,
  runId: string,
  { limit = Infinity, after = '', ofRun = false }: Partial<EventPaging> = {},
): AsyncGenerator<Placed> {
  for await (const item of itemsFrom(access, { runId, kind: kinds.event, from: after, limit })) {
    const place = String(item['sk']);
    if (place > after) yield { place, event: ledgerEventSchema.safeParse(item).data };
  }
  if (ofRun) return;
  const items = itemsFrom(access, {
    runId,
    kind: kinds.submission,
    // A place in a submission is its key with a version.
    from: after.replace(/#\d+$/u, ''),
    limit: Math.ceil(limit / linesOfItem),
  });
  for await (const item of items)
    for await (const line of linesOfSubmission(access, item)) if (line.place > after) yield line;
}

async function* linesOfSubmission(access: TableAccess, item: Item): AsyncGenerator<PlacedLine> {
  const key = { pk: String(item['pk']), sk: String(item['sk']) };
  const lines = eventsIn(item, key);
  const first = lines[0]?.version ?? 1;
  // Lines that moved after the item was read are in both.
  if (first > 1)
    for (const earlier of await partitionItems(access, key.pk, earlierLinesOf(key.sk)))
      yield* eventsIn(earlier, key).filter(({ version }) => version < first);
  yield* lines;
}

/** @throws LedgerError `item_unreadable` */
export async function readSubmissionEvents(access: TableAccess, ref: SubmissionRef): Promise<LedgerEvent[]> {
  const item = await getItem(access, submissionKey(ref));
  return item === undefined ? [] : eventsOf(ref.runId, linesOfSubmission(access, item));
}

/** Whether it was this call that wrote a line, even if others have moved the submission since. */
export async function isWrittenBy(
  access: TableAccess,
  ref: SubmissionRef,
  { version, mark }: { readonly version: number; readonly mark: string },
): Promise<boolean> {
  const item = await getItem(access, submissionKey(ref));
  if (item === undefined) return false;
  for await (const line of linesOfSubmission(access, item))
    if (line.version === version) return line.mark === mark;
  return false;
}
