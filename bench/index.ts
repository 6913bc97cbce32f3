/** What this machine does in which time: `npm run bench -- [name] [flags]`; without a name, all of it. */
import { FlagError, type Bench } from './bench.ts';
import { flow } from './flow/flow.ts';
import { history } from './history/history.ts';
import { imports } from './imports/imports.ts';
import { withScratch } from './scratch.ts';
import { reading } from './reading/reading.ts';
import { workbooks } from './reading/workbooks.ts';
import { service } from './service/service.ts';
import { markdown, readable } from './table.ts';

const benches: ReadonlyMap<string, Bench> = new Map(
  Object.entries({ flow, history, service, imports, reading, workbooks }),
);

async function main(argv: readonly string[]): Promise<void> {
  const [first = '', ...others] = argv;
  if (argv.includes('--help')) return console.log(help());
  const isNamed = benches.has(first);
  if (!isNamed && first !== '' && !first.startsWith('-')) {
    throw new FlagError(`There is no bench ${first}; expected one of: ${[...benches.keys()].join(', ')}.`);
  }
  const flags = isNamed ? others : argv;
  const asMarkdown = flags.includes('--markdown');
  const own = flags.filter((flag) => flag !== '--markdown');
  if (!isNamed && own.length > 0)
    throw new FlagError(`${own[0]}: name the bench that it is for: ${[...benches.keys()].join(', ')}.`);
  for (const [name, bench] of benches) {
    if (isNamed && name !== first) continue;
    await withScratch((folder) =>
      bench.run(own, {
        folder,
        // A table for a document comes alone on stdout.
        say: (line) => (asMarkdown ? console.error(line) : console.log(line)),
        show: (table) => console.log(asMarkdown ? markdown(table) : `\n${readable(table)}`),
      }),
    );
  }
}

function help(): string {
  const lines = [...benches].map(
    ([name, { what, flags }]) => `  ${name.padEnd(8)} ${what}\n           ${flags}`,
  );
  return ['npm run bench -- [name] [flags] [--markdown]', '', ...lines].join('\n');
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof FlagError ? error.message : error);
  process.exitCode = error instanceof FlagError ? 64 : 1;
});
