/**
 * Kills the whole system with `kill -9` at random moments of its runs, starts it again and checks that every run ends as if
 * nothing had happened: `npm run crash -- [--kills 50] [--database 5] [--rows 5000] [--systems 1] [--seed S]`.
 * Exit codes: 0 without a violation, 1 with one, 2 for a wrong option.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { crash, type Crashed } from './crash.ts';

const options = {
  kills: { type: 'string', default: '50' },
  database: { type: 'string', default: '5' },
  rows: { type: 'string', default: '5000' },
  systems: { type: 'string', default: '1' },
  seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
} as const;

function numberOf(flag: string, text: string): number {
  const value = Number(text.replaceAll(/[_,]/g, ''));
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new TypeError(`--${flag}: expected a whole number, such as 50; got ${text}.`);
}

function readArgv(argv: readonly string[]) {
  const { values } = parseArgs({ args: [...argv], options });
  return {
    kills: numberOf('kills', values.kills),
    database: numberOf('database', values.database),
    rows: numberOf('rows', values.rows),
    systems: Math.max(1, numberOf('systems', values.systems)),
    seed: numberOf('seed', values.seed),
  };
}

function table({ scenarios }: Crashed, rows: number): string {
  const met = new Map<string, number>();
  for (const where of scenarios.flatMap((played) => played.met)) met.set(where, (met.get(where) ?? 0) + 1);
  const kills = [...met.values()].reduce((sum, each) => sum + each, 0);
  const lines = [...met].toSorted().map(([where, times]) => `  ${where.padEnd(28)} ${times}`);
  const mails = scenarios.reduce((sum, played) => sum + played.mails, 0);
  return [
    `${scenarios.length} runs of ${rows} rows, ${kills} kills, ${mails} mails. Killed in:`,
    '',
    ...lines,
    '',
  ].join('\n');
}

async function main(): Promise<number> {
  const wanted = readArgv(process.argv.slice(2));
  const folder = await mkdtemp(join(tmpdir(), 'sluice-crash-'));
  console.log(`Seed ${wanted.seed}.`);
  const begun = Date.now();
  try {
    const crashed = await crash({ ...wanted, folder, say: (line) => console.log(line) });
    console.log(`\n${table(crashed, wanted.rows)}`);
    for (const violation of crashed.violations) console.log(`Violated: ${violation}`);
    const took = ((Date.now() - begun) / 1000).toFixed(0);
    console.log(`${crashed.violations.length} violations, in ${took} s. Again: --seed ${wanted.seed}`);
    if (crashed.violations.length === 0) await rm(folder, { recursive: true, force: true });
    else console.log(`What they left: ${folder}`);
    return crashed.violations.length === 0 ? 0 : 1;
  } catch (error) {
    console.log(`What they left: ${folder}`);
    throw error;
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof TypeError ? error.message : error);
  process.exitCode = error instanceof TypeError ? 2 : 1;
}
