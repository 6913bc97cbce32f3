import type { Running } from '../bench.ts';
import { total } from '../counting.ts';
import { count, median, milliseconds, seconds, short } from '../figures.ts';
import { texts } from './people.ts';
import type { SizedSite } from './pages.ts';
import { walk } from './walk.ts';

/** What `q` costs, for a text that one user has and for one that every tenth has, in the first page and to the end. */
export async function measureText(
  { size, site }: SizedSite,
  { rounds, limit }: { rounds: number; limit: number },
  { show }: Running,
): Promise<void> {
  const rows: string[][] = [];
  for (const sort of ['newest', 'updated']) {
    for (const [name, q] of Object.entries(texts)) {
      const first = () => site.call('getUsers', { q, sort, limit });
      const page = total((await site.counting.during(first)).sent);
      const times: number[] = [];
      for (let round = 0; round < Math.min(rounds, 10); round += 1) {
        const begun = performance.now();
        await first();
        times.push(performance.now() - begun);
      }
      const { answer, sent } = await site.counting.during(() =>
        walk(site, { name, input: { sort, q } }, limit),
      );
      const all = total(sent);
      rows.push([
        `${name}, ${sort}`,
        milliseconds(median(times)),
        count(page.requests),
        short(page.readUnits),
        count(answer.found),
        count(answer.pages),
        seconds(answer.ms),
        count(all.requests),
        short(all.readUnits),
      ]);
    }
  }
  show({
    title: `getUsers with q at ${count(size)} users, limit ${limit}`,
    head: [
      'text',
      'first page',
      'requests',
      'read units',
      'all found',
      'pages',
      'time',
      'requests',
      'read units',
    ],
    rows,
    notes: [
      'Rare: in the name of one user. Common: in every tenth name. A page reads 2,000 rows at most and says hasMore.',
      'The order `updated` reads the narrow index, the others whole records.',
    ],
  });
}
