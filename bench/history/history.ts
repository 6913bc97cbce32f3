import { parseArgs } from 'node:util';
import { FlagError, parsed, sizesOf, wholeNumber, type Bench, type Running } from '../bench.ts';
import { count, seconds } from '../figures.ts';
import { openHistory, type SizedHistory } from './open-history.ts';
import { measurePages } from './pages.ts';
import { measureJoin, measureWalks } from './record.ts';
import { measureSeals } from './seals.ts';

interface Options {
  /** Ascending. */
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly limit: number;
  /** Of each import that touched a record. */
  readonly records: number;
  readonly only: (typeof parts)[number] | undefined;
}

const usualSizes = [100, 1_000, 10_000, 100_000];
/** So that a page in the middle is full, whichever other run it is of. */
const leastRuns = 100;
/** So many runs are sealed, and more when nothing else is asked for: sealing 100,000 takes minutes. */
const mostSealed = 10_000;
const parts = ['pages', 'record', 'seals'] as const;

/** The import history at several sizes: its pages by each filter, the history of a record, and sealing it for the first time. */
export const history: Bench = {
  what: 'the import history at several sizes: a page by each filter, the history of a record, the first seals',
  flags: `[--runs 100000, or each size: 100,1000] [--rounds 25] [--limit 20] [--records 10000] [--only ${parts.join('|')}]`,
  run: async (argv, running) => {
    const options = optionsOf(argv);
    const isAsked = (part: (typeof parts)[number]) => options.only === undefined || options.only === part;
    const histories: SizedHistory[] = [];
    try {
      if (isAsked('record')) await measureWalks(options, running);
      for (const size of options.sizes) histories.push(await filled(size, running));
      if (isAsked('pages')) await measurePages(histories, options, running);
      if (isAsked('record')) await measureJoin(histories, options, running);
      const isQuick = ({ size }: SizedHistory) => options.only === 'seals' || size <= mostSealed;
      if (isAsked('seals')) await measureSeals(histories.filter(isQuick), running);
    } finally {
      for (const { close } of histories) await close();
    }
  },
};

async function filled(size: number, { folder, say }: Running): Promise<SizedHistory> {
  const begun = Date.now();
  const history = await openHistory(folder, size);
  say(`${count(size)} runs written in ${seconds(Date.now() - begun)}.`);
  return history;
}

function optionsOf(argv: readonly string[]): Options {
  const { values } = parse(argv);
  const limit = wholeNumber('--limit', values.limit);
  const only = parts.find((part) => part === values.only);
  if (only !== values.only)
    throw new FlagError(`--only: expected one of: ${parts.join(', ')}; got ${values.only}.`);
  if (limit > leastRuns / 5) throw new FlagError(`--limit: expected ${leastRuns / 5} at most; got ${limit}.`);
  const sizes = sizesOf('--runs', values.runs, usualSizes);
  if (Math.min(...sizes) < leastRuns)
    throw new FlagError(`--runs: expected ${leastRuns} at least; got ${Math.min(...sizes)}.`);
  return {
    sizes,
    rounds: wholeNumber('--rounds', values.rounds),
    limit,
    records: wholeNumber('--records', values.records),
    only,
  };
}

function parse(argv: readonly string[]) {
  return parsed(() =>
    parseArgs({
      args: [...argv],
      options: {
        runs: { type: 'string', default: String(usualSizes.at(-1)) },
        rounds: { type: 'string', default: '25' },
        limit: { type: 'string', default: '20' },
        records: { type: 'string', default: '10000' },
        only: { type: 'string' },
      },
    }),
  );
}
