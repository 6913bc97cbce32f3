/** Measures what this machine does: `npm run bench -- [NAME] [options]`; without a name, everything. */
import { OptionError, optionsOf, type Bench } from './bench.ts';
import { aws } from './aws/aws.ts';
import { consoleBench } from './console/console.ts';
import { cost } from './cost/cost.ts';
import { flow } from './flow/flow.ts';
import { history } from './history/history.ts';
import { imports } from './imports/imports.ts';
import { reading } from './reading/reading.ts';
import { workbooks } from './reading/workbooks.ts';
import { withScratch } from './scratch.ts';
import { service } from './service/service.ts';
import { markdown } from './table.ts';

const benches: Readonly<Record<string, Bench>> = {
  flow,
  cost,
  aws,
  history,
  service,
  imports,
  reading,
  workbooks,
  console: consoleBench,
};

async function main([first = '', ...others]: readonly string[]): Promise<void> {
  if ([first, ...others].includes('--help')) return console.log(help());
  const names = Object.keys(benches).filter((name) => first === '' || name === first);
  if (names.length === 0)
    throw new OptionError(`There is no bench ${first}; expected one of: ${Object.keys(benches).join(', ')}.`);
  for (const name of names) {
    const bench = benches[name];
    if (bench === undefined) continue;
    const options = optionsOf(bench, others);
    const say = (line: string): void => console.error(line);
    await withScratch((folder) => {
      say(`The data of ${name} is in ${folder}.`);
      return bench.run({ options, folder, say, show: (table) => console.log(markdown(table)) });
    });
  }
}

function help(): string {
  const lines = Object.entries(benches).map(([name, { what, options, parts = [] }]) => {
    const flags = Object.entries(options).map(([flag, value]) => `[--${flag} ${value}]`);
    const only = parts.length === 0 ? [] : [`[--only ${parts.join('|')}]`];
    return `  ${name.padEnd(9)} ${what}\n            ${[...flags, ...only].join(' ')}`;
  });
  return ['npm run bench -- [NAME] [options]', '', ...lines].join('\n');
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof OptionError ? error.message : error);
  process.exitCode = error instanceof OptionError ? 64 : 1;
});
