import * as z from 'zod';
import type { Running } from '../bench.ts';
import { showPages, pageOf, type Page } from '../pages.ts';
import { count, seconds } from '../table.ts';
import { bareOf } from './bare.ts';
import { isProfessional } from './people.ts';
import type { Site } from './site.ts';

export interface SizedSite {
  readonly size: number;
  readonly site: Site;
}

type Input = Readonly<Record<string, string>>;

const searches: Readonly<Record<string, Input>> = {
  newest: { sort: 'newest' },
  oldest: { sort: 'oldest' },
  updated: { sort: 'updated' },
  'newest, userType': { sort: 'newest', userType: 'professional' },
};

/** Times pages of users in each order, at each size and depth, and the same requests without the service. */
export async function measurePages(sites: readonly SizedSite[], running: Running): Promise<void> {
  const bySite: Page[][] = [];
  for (const site of sites) bySite.push(await pagesOf(site, running));
  const limit = running.options.whole('limit');
  await showPages(
    bySite,
    {
      title: `getUsers, a page of ${limit}`,
      unit: 'users',
      counted: ['requests', 'readUnits'],
      notes: [
        "Bare reads: the page's reads of users at the largest size by the SDK alone, nothing parsed, checked or metered.",
        'Two of the requests check the token and its rate.',
      ],
    },
    running,
  );
}

async function pagesOf({ size, site }: SizedSite, { options, say }: Running): Promise<Page[]> {
  const limit = options.whole('limit');
  const pages: Page[] = [];
  for (const [search, input] of Object.entries(searches)) {
    const {
      found,
      cursors,
      pages: walked,
      ms,
    } = await walk(site, input, Math.ceil(Math.min(1_000, size / 10)));
    const expected = Array.from({ length: size }, (_, n) => n).filter(
      (n) => !input['userType'] || isProfessional(n),
    );
    if (found !== expected.length)
      throw new Error(`${search}: found ${found} of ${expected.length} users; pages lose or double some.`);
    say(`${count(size)} users, ${search}: all ${count(found)} in ${walked} pages, ${seconds(ms)}`);
    const cursorAt = (most: number) => cursors.findLast(({ after }) => after <= most) ?? cursors[0];
    const depths = { first: undefined, middle: cursorAt(found / 2), 'near the end': cursorAt(found - limit) };
    for (const [page, at] of Object.entries(depths)) {
      const request = () => site.call('getUsers', { ...input, limit, ...(at && { cursor: at.cursor }) });
      const counted = await pageOf({ search, page, size, request }, site.counting);
      pages.push({ ...counted, bare: bareOf(site.client, counted.sent) });
    }
  }
  return pages;
}

const pageSchema = z.object({
  items: z.array(z.object({ id: z.string() })),
  nextCursor: z.string().optional(),
});

/** Follows the cursors of a search to the end, as a client does. It requests only ids, so that answers are small. */
export async function walk(site: Site, input: Input, limit: number) {
  const begun = performance.now();
  /** A cursor after this many matches. */
  const cursors: { after: number; cursor: string }[] = [];
  const seen = new Set<string>();
  let pages = 0;
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor !== undefined; isFirst = false) {
    const body = await site.call('getUsers', { ...input, limit, fields: ['id'], ...(cursor && { cursor }) });
    const { items, nextCursor } = pageSchema.parse(body);
    for (const { id } of items) {
      if (seen.has(id)) throw new Error(`User ${id} came twice.`);
      seen.add(id);
    }
    cursor = nextCursor;
    pages += 1;
    if (cursor !== undefined) cursors.push({ after: seen.size, cursor });
  }
  return { found: seen.size, pages, ms: performance.now() - begun, cursors };
}
