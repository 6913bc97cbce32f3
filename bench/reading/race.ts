import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { z } from 'zod';
import { parsed, wholeNumber, type Running } from '../bench.ts';
import { count, median, seconds, times } from '../figures.ts';

const measuredSchema = z.object({
  rows: z.int(),
  ms: z.number(),
  /** The most that the process had in memory, Node itself included. */
  peakMegabytes: z.number(),
});
export type Measured = z.infer<typeof measuredSchema>;

/**
 * V8 keeps up to 96 MB of garbage on a machine of this size; all contenders get what it takes on a small one, and the flag that
 * Sluice sets for itself.
 */
const nodeFlags = ['--max-semi-space-size=8', '--no-allocation-site-pretenuring'];

const execute = promisify(execFile);
const program = fileURLToPath(new URL('contenders.ts', import.meta.url));

export interface Race {
  /** Contenders and what each does. The others are compared with the first. */
  readonly contenders: Readonly<Record<string, string>>;
  /** Writes a file of so many records. */
  readonly write: (file: string, rows: number) => Promise<void>;
  readonly folder: string;
}

/** Runs each contender in a process of its own, by turns, after all of them were compiled once. */
export function racer({ contenders, write, folder }: Race) {
  const names = Object.keys(contenders);
  // Contenders run as in a bundle, without types: stripping them takes 30 MB.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };

  async function measure(name: string, file: string): Promise<Measured> {
    const { stdout } = await execute(process.execPath, [...nodeFlags, program, name, file], { env });
    return measuredSchema.parse(JSON.parse(stdout));
  }

  return async (file: string, rows: number, rounds: number) => {
    const small = join(folder, `small-${rows}`);
    await write(small, 20);
    for (const name of names) await measure(name, small);
    await write(file, rows);
    const runs = new Map<string, Measured[]>(names.map((name) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, run] of runs) {
        const measured = await measure(name, file);
        if (measured.rows !== rows) throw new Error(`${name} read ${measured.rows} rows, and not ${rows}.`);
        run.push(measured);
      }
    }
    return { megabytes: statSync(file).size / 1e6, results: names.map((name) => figuresOf(name, runs)) };
  };
}

function figuresOf(name: string, runs: ReadonlyMap<string, readonly Measured[]>) {
  const run = runs.get(name) ?? [];
  const peak = Math.round(Math.max(...run.map(({ peakMegabytes }) => peakMegabytes)));
  return { name, ms: median(run.map(({ ms }) => ms)), peak };
}

/** The table of a race, each contender compared with the first. */
export async function showRace(
  race: Race & { readonly title: string; readonly rows: number; readonly rounds: number },
  { say, show }: Running,
): Promise<void> {
  const { title, rows, rounds, folder } = race;
  say(`Reading ${count(rows)} rows: ${title}.`);
  const { megabytes, results } = await racer(race)(join(folder, `rows-${rows}`), rows, rounds);
  const first = results[0]?.ms ?? Number.NaN;
  show({
    title: `${count(rows)} rows, ${megabytes.toFixed(1)} MB: ${title}`,
    head: ['what', 'time', 'rows per second', 'peak memory', 'time of ours'],
    rows: results.map(({ name, ms, peak }) => [
      race.contenders[name] ?? name,
      seconds(ms),
      count(Math.round((rows * 1000) / ms)),
      `${peak} MB`,
      times(ms / first),
    ]),
    notes: [
      `Each run is a process of its own, by turns; medians of ${rounds}, the most of the memory. All run with ${nodeFlags.join(' ')}, compiled before.`,
    ],
  });
}

/** `--rows`, `--rounds` and the bench's own flags, each with a default. */
export function flagsOf(argv: readonly string[], defaults: Readonly<Record<string, string>>) {
  const options = Object.fromEntries(
    Object.keys(defaults).map((name) => [name, { type: 'string' as const }]),
  );
  const { values } = parsed(() => parseArgs({ args: [...argv], options }));
  const text = (name: string): string => String(values[name] ?? defaults[name]);
  return { text, whole: (name: string): number => wholeNumber(`--${name}`, text(name)) };
}
