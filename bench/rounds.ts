import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import * as z from 'zod';
import type { Measured } from './measured.ts';

/**
 * The measurement of each case in each round. The cases take turns, forwards and backwards, so that other work of the machine
 * affects all of them equally.
 */
export async function byTurns<T>(rounds: number, cases: readonly (() => Promise<T>)[]): Promise<T[][]> {
  const results = cases.map((): T[] => []);
  const order = [...cases.entries()];
  for (let round = 0; round < rounds; round += 1)
    for (const [at, run] of round % 2 === 0 ? order : order.toReversed()) results[at]?.push(await run());
  return results;
}

/** Medians in milliseconds. Each round runs each case once; the first round is not counted. */
export async function mediansOf(
  rounds: number,
  cases: readonly (() => Promise<unknown>)[],
): Promise<number[]> {
  const all = cases.map((run) => () => timed(run));
  await byTurns(1, all);
  return (await byTurns(rounds, all)).map(median);
}

export async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [upper = Number.NaN] = sorted.slice(Math.floor(sorted.length / 2));
  const [lower = Number.NaN] = sorted.slice(Math.ceil(sorted.length / 2) - 1);
  return (upper + lower) / 2;
}

const measuredSchema = z.array(
  z.object({
    records: z.int(),
    ms: z.number(),
    threadMs: z.number(),
    processorMs: z.number(),
    peakMegabytes: z.number(),
  }),
);

/** The output of a program that measures itself. It runs in its own process, so that the memory is only its own. */
export async function inChild(
  program: URL,
  args: readonly string[],
  { flags = [], env = {} }: { flags?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<Measured[]> {
  const all = [...flags, program.pathname, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, all, { env: { ...process.env, ...env } });
  return measuredSchema.parse(JSON.parse(stdout));
}
