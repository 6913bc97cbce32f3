import { success, type HttpRequest, type HttpResponse } from '@sluice/aws-kit/handlers';
import type { EventPage, ItemPage, StoredItem } from '@sluice/ledger';
import * as z from 'zod';
import { requestOf } from '../act/request-of.ts';
import { noRun, type HistoryServices } from './runs.ts';

const mostEvents = 2000;
const mostItems = 1000;
/** An answer has at most 6 MB, and escaping may double a page. */
const mostBytes = 2 * 1024 * 1024;
const pageSchema = z.strictObject({ after: z.string().min(1).max(2000).optional() });

type PageServices = Pick<HistoryServices, 'ledger' | 'migrations'>;
type Show = (id: string, query: HttpRequest['query'], services: PageServices) => Promise<HttpResponse>;

export const showEvents: Show = paged(async ({ id, after }, { ledger, migrations }) => {
  const page = await ledger.eventPage(id, { limit: mostEvents, after });
  if (page.events.length > 0 || page.unreadable || after !== undefined) return page;
  // A migration has some hundred events at most: one page.
  const events = await migrations.events(id);
  return events.length > 0 ? { events } : undefined;
});

export const showItems: Show = paged(async ({ id, after }, { ledger, migrations }) => {
  const page = await ledger.itemPage(id, { limit: mostItems, after });
  if (page.items.length > 0 || after !== undefined) return fitting(page);
  const migration = await migrations.stored(id);
  return migration && { items: [migration] };
});

interface PageRequest {
  readonly id: string;
  readonly after?: string | undefined;
}

/** `read` returns undefined if nothing has the id. */
function paged(
  read: (request: PageRequest, services: PageServices) => Promise<EventPage | ItemPage | undefined>,
): Show {
  return async (id, query, services) => {
    const parsed = requestOf(pageSchema, query);
    if ('refused' in parsed) return parsed.refused;
    const page = await read({ id, ...parsed.data }, services);
    return page ? success(page) : noRun;
  };
}

/** As many items as fit into an answer, at least one. */
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
