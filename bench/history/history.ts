import * as z from 'zod';
import type { Bench, Running } from '../bench.ts';
import { pageOf, showPages, type Page } from '../pages.ts';
import { count } from '../table.ts';
import { openHistory, type SizedHistory } from './open-history.ts';
import { searchesOf } from './searches.ts';
import { measureJoin, measureWalks } from './record.ts';
import { measureSeals } from './seals.ts';

/** The most runs that are sealed without `--only seals`: sealing 100,000 takes minutes. */
const mostSealed = 10_000;

/** The import history at several sizes. A size is at least 100 runs, so that a page in the middle is full. */
export const history: Bench = {
  what: 'the import history at several sizes: a page for each filter, the history of a record, the first seals',
  options: { runs: '100,1000,10000,100000', rounds: '25', limit: '20', records: '10000' },
  parts: ['pages', 'record', 'seals'],
  run: async (running) => {
    const { options, folder, say } = running;
    const histories: SizedHistory[] = [];
    try {
      if (options.isSelected('record')) await measureWalks(running);
      for (const size of options.sizes('runs')) {
        say(`Writing ${count(size)} runs.`);
        histories.push(await openHistory(folder, size));
      }
      if (options.isSelected('pages')) await measurePages(histories, running);
      if (options.isSelected('record')) await measureJoin(histories, running);
      const isOnly = !options.isSelected('pages');
      const sealed = histories.filter(({ size }) => isOnly || size <= mostSealed);
      if (options.isSelected('seals')) await measureSeals(sealed, running);
    } finally {
      for (const { close } of histories) await close();
    }
  },
};

async function measurePages(histories: readonly SizedHistory[], running: Running): Promise<void> {
  const limit = running.options.whole('limit');
  const bySize: Page[][] = [];
  for (const sized of histories) bySize.push(await pagesOf(sized, limit));
  const title = `Pages of the history, at most ${limit} runs each`;
  const notes = ['There is a run every quarter of an hour, so a longer history begins earlier.'];
  const counted = ['requests', 'items', 'readUnits'] as const;
  await showPages(bySize, { title, unit: 'runs', counted, notes }, running);
}

const pageSchema = z.object({ runs: z.array(z.unknown()), next: z.string().optional() });

async function pagesOf({ size, get, counting }: SizedHistory, limit: number): Promise<Page[]> {
  const pages: Page[] = [];
  for (const { name, page, query, found, more } of searchesOf(size, limit)) {
    const request = () => get('/runs', { ...query, limit: String(limit) });
    const { runs, next } = pageSchema.parse(await request());
    if (runs.length !== found || (more && next === undefined))
      throw new Error(`${name}, ${size} runs: found ${runs.length} of ${found}, next page: ${next}.`);
    pages.push(await pageOf({ search: name, page, size, request }, counting));
  }
  return pages;
}
