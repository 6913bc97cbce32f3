import { z } from 'zod';
import type { Bench, Running } from '../bench.ts';
import { pageOf, showPages, type Page } from '../pages.ts';
import { count } from '../table.ts';
import { openHistory, type SizedHistory } from './open-history.ts';
import { questionsOf } from './questions.ts';
import { measureJoin, measureWalks } from './record.ts';
import { measureSeals } from './seals.ts';

/** So many runs are sealed, and more only with `--only seals`: to seal 100,000 takes minutes. */
const mostSealed = 10_000;

/** The import history at several sizes: at least 100 runs each, so that a page in the middle is full. */
export const history: Bench = {
  what: 'the import history at several sizes: a page by each filter, the history of a record, the first seals',
  options: { runs: '100,1000,10000,100000', rounds: '25', limit: '20', records: '10000' },
  parts: ['pages', 'record', 'seals'],
  run: async (running) => {
    const { options, folder, say } = running;
    const histories: SizedHistory[] = [];
    try {
      if (options.isAsked('record')) await measureWalks(running);
      for (const size of options.sizes('runs')) {
        say(`Writing ${count(size)} runs.`);
        histories.push(await openHistory(folder, size));
      }
      if (options.isAsked('pages')) await measurePages(histories, running);
      if (options.isAsked('record')) await measureJoin(histories, running);
      const isOnly = !options.isAsked('pages');
      const sealed = histories.filter(({ size }) => isOnly || size <= mostSealed);
      if (options.isAsked('seals')) await measureSeals(sealed, running);
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
  const notes = ['A run every quarter of an hour, so that a longer history began earlier.'];
  const counted = ['requests', 'items', 'readUnits'] as const;
  await showPages(bySize, { title, unit: 'runs', counted, notes }, running);
}

const pageSchema = z.object({ runs: z.array(z.unknown()), next: z.string().optional() });

async function pagesOf({ size, get, counting }: SizedHistory, limit: number): Promise<Page[]> {
  const pages: Page[] = [];
  for (const { name, page, query, found, more } of questionsOf(size, limit)) {
    const ask = () => get('/runs', { ...query, limit: String(limit) });
    const { runs, next } = pageSchema.parse(await ask());
    if (runs.length !== found || (more && next === undefined))
      throw new Error(`${name}, ${size} runs: found ${runs.length} of ${found}, ${next}.`);
    pages.push(await pageOf({ search: name, page, size, ask }, counting));
  }
  return pages;
}
