import type { Running } from '../bench.ts';
import { total } from '../counting.ts';
import { mediansOf } from '../rounds.ts';
import { count, milliseconds, seconds, short } from '../table.ts';
import { walk, type SizedSite } from './pages.ts';
import { texts } from './people.ts';

/** The cost of `q` for the first page and for all pages: with a text that one user has, and one that every tenth user has. */
export async function measureText({ size, site }: SizedSite, { options, show }: Running): Promise<void> {
  const limit = options.whole('limit');
  const rows: string[][] = [];
  for (const sort of ['newest', 'updated'])
    for (const [name, q] of Object.entries(texts)) {
      const first = () => site.call('getUsers', { q, sort, limit });
      const page = total((await site.counting.during(first)).sent);
      const [ms = Number.NaN] = await mediansOf(Math.min(options.whole('rounds'), 10), [first]);
      const { answer, sent } = await site.counting.during(() => walk(site, { sort, q }, limit));
      const all = total(sent);
      rows.push([
        `${name}, ${sort}`,
        milliseconds(ms),
        count(page.requests),
        short(page.readUnits),
        count(answer.found),
        count(answer.pages),
        seconds(answer.ms),
        count(all.requests),
        short(all.readUnits),
      ]);
    }
  const costs = ['requests', 'read units'];
  show({
    title: `getUsers with q at ${count(size)} users, limit ${limit}`,
    head: ['text', 'first page', ...costs, 'all found', 'pages', 'time', ...costs],
    rows,
    notes: [
      'Rare: a text in the name of one user. Common: a text in every tenth name. A page reads at most 2,000 rows and then sets hasMore.',
      'The order `updated` reads the narrow index; the other orders read whole records.',
    ],
  });
}
