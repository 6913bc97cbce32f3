import {
  historySchema,
  openListSchema,
  sealNoteSchema,
  sealSchema,
  storedItemsSchema,
  type AuditedHistory,
} from '@sluice/ledger/audit';
import * as z from 'zod';
import { runListSchema } from '../../app/answers.ts';
import { ApiError, ask } from '../../app/api.ts';

const sealPageSchema = z.object({
  seals: z.array(sealSchema),
  noted: z.array(sealNoteSchema).default([]),
  lists: z.array(openListSchema).default([]),
  next: z.string().optional(),
});
const headsSchema = z.object({ text: z.string(), next: z.int().optional() });

/** All pages of an answer, by the place that each one names. */
async function all<Page extends { readonly next?: string | number | undefined }>(
  page: (after: string | undefined) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = [];
  let after: string | undefined;
  do {
    const found = await page(after);
    pages.push(found);
    after = found.next?.toString();
  } while (after !== undefined);
  return pages;
}

/** Nothing, where the API has nothing of this name. */
async function known<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** The history as the API of the console gives it. */
export const auditedHistory: AuditedHistory = {
  chain: async (runId) => {
    const pages = await known(
      all((after) => ask('events', { path: { runId }, query: { after }, answer: historySchema })),
    );
    return (
      pages && {
        events: pages.flatMap(({ events }) => events),
        unreadable: pages.flatMap(({ unreadable }) => unreadable),
      }
    );
  },
  items: async (runId) => {
    const pages = await known(
      all((after) => ask('items', { path: { runId }, query: { after }, answer: storedItemsSchema })),
    );
    return pages?.flatMap(({ items }) => items);
  },
  seals: async (days) => {
    const pages = await all((after) => ask('seals', { query: { ...days, after }, answer: sealPageSchema }));
    return {
      seals: pages.flatMap(({ seals }) => seals),
      noted: pages.flatMap(({ noted }) => noted),
      lists: pages.flatMap(({ lists }) => lists),
    };
  },
  sealedList: async (day, list) => {
    const pages = await all((offset) =>
      ask('heads', { path: { day }, query: { list, offset }, answer: headsSchema }),
    );
    return pages.map(({ text }) => text).join('');
  },
  runPages: async function* (times) {
    let after: string | undefined;
    do {
      const {
        runs,
        next,
        unreadable = [],
      } = await ask('runs', {
        query: { ...times, after },
        answer: runListSchema,
      });
      yield { runs, unreadable };
      after = next;
    } while (after !== undefined);
  },
};
