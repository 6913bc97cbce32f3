import { z } from 'zod';
import type { Site } from './site.ts';

const page = z.object({
  items: z.array(z.object({ id: z.string() })),
  hasMore: z.boolean(),
  nextCursor: z.string().optional(),
});

/** A search to page through: what it is called in a table, and its input. */
export interface Search {
  readonly name: string;
  readonly input: { readonly sort: string; readonly userType?: string; readonly q?: string };
}

export interface Walk {
  readonly found: number;
  readonly pages: number;
  readonly ms: number;
  /** A cursor after so many matches, in the order of the walk. */
  readonly cursors: readonly { readonly after: number; readonly cursor: string }[];
}

/** Follows the cursors of a search to the end, as a client does; names only ids, so that the walk is short. */
export async function walk(site: Site, { input }: Search, limit: number): Promise<Walk> {
  const begun = performance.now();
  const cursors: { after: number; cursor: string }[] = [];
  const seen = new Set<string>();
  let pages = 0;
  let cursor: string | undefined;
  do {
    const body = await site.call('getUsers', { ...input, limit, fields: ['id'], ...(cursor && { cursor }) });
    const { items, nextCursor } = page.parse(body);
    for (const { id } of items) {
      if (seen.has(id)) throw new Error(`User ${id} came twice.`);
      seen.add(id);
    }
    cursor = nextCursor;
    pages += 1;
    if (cursor !== undefined) cursors.push({ after: seen.size, cursor });
  } while (cursor !== undefined);
  return { found: seen.size, pages, ms: performance.now() - begun, cursors };
}
