import type { HttpRequest, HttpResponse } from '@sluice/lambda-kit';
import type { EventPage, ItemPage, StoredItem } from '@sluice/ledger';
import { z } from 'zod';
import { success } from '@sluice/lambda-kit';
import { noRun, wrongQuery, type HistoryServices } from './history.ts';

const mostEvents = 2000;
const mostItems = 1000;
/** Escaped into an answer it at most doubles, and 6 MB is the end. */
const mostBytes = 2 * 1024 * 1024;
const pageSchema = z.strictObject({ after: z.string().min(1).max(2000).optional() });

interface Asked {
  readonly id: string;
  readonly after?: string | undefined;
}
/** A page; undefined where there is nothing of this id. */
type Telling = (
  asked: Asked,
  services: Pick<HistoryServices, 'ledger' | 'migrations'>,
) => Promise<EventPage | ItemPage | undefined>;

/** What an auditor holds against one another: the history of a run or migration as it is chained, and its items as they are. */
const parts = {
  events: async ({ id, after }, { ledger, migrations }) => {
    const page = await ledger.eventPage(id, { limit: mostEvents, after });
    if (page.events.length > 0 || page.unreadable || after !== undefined) return page;
    // Some hundred events at most: one page.
    const events = await migrations.events(id);
    return events.length > 0 ? { events } : undefined;
  },
  items: async ({ id, after }, { ledger, migrations }) => {
    const page = await ledger.itemPage(id, { limit: mostItems, after });
    if (page.items.length > 0 || after !== undefined) return fitting(page);
    const migration = await migrations.stored(id);
    return migration && { items: [migration] };
  },
} as const satisfies Record<string, Telling>;

export type Part = keyof typeof parts;

export function isPart(name: string): name is Part {
  return name in parts;
}

export async function showPart(
  part: Part,
  { id, query }: { readonly id: string; readonly query: HttpRequest['query'] },
  services: Pick<HistoryServices, 'ledger' | 'migrations'>,
): Promise<HttpResponse> {
  const parsed = pageSchema.safeParse(query);
  if (!parsed.success) return wrongQuery(parsed.error);
  const page = await parts[part]({ id, ...parsed.data }, services);
  return page ? success(page) : noRun;
}

/** As many items as an answer holds, one at least. */
function fitting({ items, next }: ItemPage): ItemPage {
  let bytes = 0;
  const taken: StoredItem[] = [];
  for (const item of items) {
    bytes += Buffer.byteLength(JSON.stringify(item));
    if (bytes > mostBytes && taken.length > 0) return { items: taken, next: taken.at(-1)?.subject };
    taken.push(item);
  }
  return { items, next };
}
