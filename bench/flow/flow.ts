import { parseArgs } from 'node:util';
import { FlagError, parsed, wholeNumber, type Bench } from '../bench.ts';
import { besideLoop } from './beside-loop.ts';
import { growth } from './growth.ts';
import { killedHalfWay } from './killed.ts';

/** The main job: beside a loop written by hand, at several sizes, and with `--kill` through a crash half way. */
export const flow: Bench = {
  what: 'the flow from the drop to its mail: beside a loop written by hand; what a row costs at several sizes; memory',
  flags: '[rows …, 10000 200000] [--rounds 3] [--only beside|growth] [--kill]',
  run: async (argv, running) => {
    const { sizes, rounds, only, kill } = optionsOf(argv);
    const [rows = 0] = sizes;
    if (kill) return killedHalfWay(rows, running);
    if (only !== 'growth') await besideLoop({ rows, rounds }, running);
    if (only !== 'beside') await growth(sizes, running);
  },
};

interface Options {
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly only: 'beside' | 'growth' | undefined;
  readonly kill: boolean;
}

function optionsOf(argv: readonly string[]): Options {
  const options = {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string' },
    kill: { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parsed(() =>
    parseArgs({ args: [...argv], options, allowPositionals: true }),
  );
  const { only } = values;
  if (only !== undefined && only !== 'beside' && only !== 'growth')
    throw new FlagError(`--only: expected beside or growth; got ${only}.`);
  const sizes = positionals.length === 0 ? ['10000', '200000'] : positionals;
  return {
    sizes: sizes.map((text) => wholeNumber('rows', text)),
    rounds: wholeNumber('--rounds', values.rounds),
    only,
    kill: values.kill,
  };
}
