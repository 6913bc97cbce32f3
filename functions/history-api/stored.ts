import type { HttpRequest, HttpResponse } from '@sluice/lambda-kit';
import type { ItemPage, StoredItem } from '@sluice/ledger';
import { z } from 'zod';
import { success } from '../shared/http-json.ts';
import { noRun, wrongQuery, type HistoryServices } from './history.ts';

/** What an auditor holds against one another: the history of a run or migration as it is chained, and its items as they are. */

const mostEvents = 2000;
const mostItems = 1000;
/** Escaped into an answer it at most doubles, and 6 MB is the end. */
const mostBytes = 2 * 1024 * 1024;
const pageSchema = z.strictObject({ after: z.string().min(1).max(2000).optional() });

type Answering = Pick<HistoryServices, 'ledger' | 'migrations'>;

export async function showEvents(
  id: string,
  query: HttpRequest['query'],
  { ledger, migrations }: Answering,
): Promise<HttpResponse> {
  const parsed = pageSchema.safeParse(query);
  if (!parsed.success) return wrongQuery(parsed.error);
  const page = await ledger.eventPage(id, { limit: mostEvents, after: parsed.data.after });
  if (page.events.length > 0 || page.unreadable || parsed.data.after !== undefined) return success(page);
  // Some hundred events at most: one page.
  const events = await migrations.events(id);
  return events.length > 0 ? success({ events }) : noRun;
}

export async function showItems(
  id: string,
  query: HttpRequest['query'],
  { ledger, migrations }: Answering,
): Promise<HttpResponse> {
  const parsed = pageSchema.safeParse(query);
  if (!parsed.success) return wrongQuery(parsed.error);
  const page = await ledger.itemPage(id, { limit: mostItems, after: parsed.data.after });
  if (page.items.length > 0 || parsed.data.after !== undefined) return success(fitting(page));
  const migration = await migrations.stored(id);
  return migration ? success({ items: [migration] }) : noRun;
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
