import { parseArgs } from 'node:util';
import { FlagError, parsed, sizesOf, wholeNumber, type Bench, type Running } from '../bench.ts';
import { count, seconds } from '../figures.ts';
import { measureText } from './free-text.ts';
import { measurePages, type SizedSite } from './pages.ts';
import { seed } from './seed.ts';
import { openSite } from './site.ts';
import { measureWrites } from './writes.ts';

interface Options {
  /** Ascending. */
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly limit: number;
  /** Of each kind, when writes are counted. */
  readonly records: number;
  readonly only: string | undefined;
}

const usualSizes = [1_000, 20_000, 200_000];
const parts = ['pages', 'writes'];

/** Pages of users at several sizes, searches by text, and what writes cost: the service without HTTP, over a database on disk. */
export const service: Bench = {
  what: 'pages of users at several sizes, searches by text, and what each kind of write costs',
  flags: `[--users 200000, or each size: 1000,20000] [--rounds 25] [--limit 100] [--records 1000] [--only ${parts.join('|')}]`,
  run: async (argv, running) => {
    const options = optionsOf(argv);
    if (options.only !== 'writes') await measureReads(options, running);
    if (options.only !== 'pages') await measureWrites(options, running);
  },
};

function optionsOf(argv: readonly string[]): Options {
  const { values } = parse(argv);
  if (values.only !== undefined && !parts.includes(values.only))
    throw new FlagError(`--only: expected one of: ${parts.join(', ')}; got ${values.only}.`);
  return {
    sizes: sizesOf('--users', values.users, usualSizes),
    rounds: wholeNumber('--rounds', values.rounds),
    limit: wholeNumber('--limit', values.limit),
    records: wholeNumber('--records', values.records),
    only: values.only,
  };
}

function parse(argv: readonly string[]) {
  return parsed(() =>
    parseArgs({
      args: [...argv],
      options: {
        users: { type: 'string', default: String(usualSizes.at(-1)) },
        rounds: { type: 'string', default: '25' },
        limit: { type: 'string', default: '100' },
        records: { type: 'string', default: '1000' },
        only: { type: 'string' },
      },
    }),
  );
}

async function measureReads(options: Options, running: Running): Promise<void> {
  const sites: SizedSite[] = [];
  try {
    for (const size of options.sizes) {
      const site = await openSite(running.folder, `users-${size}`);
      sites.push({ size, site });
      const begun = Date.now();
      await seed(site, size);
      const elapsed = Date.now() - begun;
      running.say(
        `${count(size)} users written without lookup entries in ${seconds(elapsed)}, ${count(Math.round((size * 1000) / elapsed))} a second`,
      );
    }
    await measurePages(sites, options, running);
    const largest = sites.at(-1);
    if (largest) await measureText(largest, options, running);
  } finally {
    for (const { site } of sites) await site.close();
  }
}
