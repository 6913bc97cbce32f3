import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Running } from '../bench.ts';
import type { Measured } from '../measured.ts';
import { byTurns, inChild, median } from '../rounds.ts';
import { count, seconds, times } from '../table.ts';

/**
 * V8 keeps up to 96 MB of garbage on a machine of this size. These flags give all contenders the limit of a small machine, and
 * the flags that Sluice sets for itself.
 */
const flags = ['--max-semi-space-size=8', '--no-allocation-site-pretenuring', '--no-maglev'];

export interface Race {
  /** Each contender with its description. The others are compared with the first. */
  readonly contenders: Readonly<Record<string, string>>;
  /** Writes a file with this many records. */
  readonly write: (file: string, rows: number) => Promise<void>;
  readonly rows: number;
}

/** The contenders take turns. Each reads the file in its own process, after all of them were compiled once. */
export async function race({ contenders, write, rows }: Race, { folder, options }: Running) {
  const program = await bundledContenders(folder);
  const env = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const measure = async (name: string, file: string): Promise<Measured> => {
    const [figures] = await inChild(program, [name, file], { flags, env });
    if (figures === undefined) throw new Error(`${name} printed no figures.`);
    return figures;
  };
  const names = Object.keys(contenders);
  const [small, large] = [join(folder, 'small'), join(folder, 'large')];
  await write(small, 20);
  for (const name of names) await measure(name, small);
  await write(large, rows);
  const cases = names.map((name) => async () => {
    const figures = await measure(name, large);
    if (figures.records !== rows) throw new Error(`${name} read ${figures.records} rows, and not ${rows}.`);
    return figures;
  });
  const results = await byTurns(options.whole('rounds'), cases);
  return {
    megabytes: statSync(large).size / 1e6,
    results: results.map((runs) => ({
      ms: median(runs.map(({ ms }) => ms)),
      // Other work of the machine only adds to it.
      threadMs: Math.min(...runs.map(({ threadMs }) => threadMs)),
      processorMs: Math.min(...runs.map(({ processorMs }) => processorMs)),
      peak: Math.round(Math.max(...runs.map(({ peakMegabytes }) => peakMegabytes))),
    })),
  };
}

/** Bundled as functions are for AWS: hundreds of modules and their types take 0.2 s and 20 MB. Each contender loads its own part. */
async function bundledContenders(folder: string): Promise<URL> {
  await build({
    entryPoints: [fileURLToPath(new URL('contenders.ts', import.meta.url))],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    minify: true,
    logLevel: 'warning',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return pathToFileURL(join(folder, 'contenders.mjs'));
}

/** The table of a race. */
export async function showRace(entry: Race & { readonly title: string }, running: Running): Promise<void> {
  const { title, rows, contenders } = entry;
  running.say(`Reading ${count(rows)} rows: ${title}.`);
  const { megabytes, results } = await race(entry, running);
  const what = Object.values(contenders);
  running.show({
    title: `${count(rows)} rows, ${megabytes.toFixed(1)} MB: ${title}`,
    head: [
      'what',
      'time',
      'rows per second',
      'peak memory',
      'relative time',
      'processor: its thread',
      'relative',
      'all threads',
      'relative',
    ],
    rows: results.map(({ ms, threadMs, processorMs, peak }, at) => [
      what[at] ?? '',
      seconds(ms),
      count((rows * 1000) / ms),
      `${peak} MB`,
      times(ms / (results[0]?.ms ?? Number.NaN)),
      seconds(threadMs),
      times(threadMs / (results[0]?.threadMs ?? Number.NaN)),
      seconds(processorMs),
      times(processorMs / (results[0]?.processorMs ?? Number.NaN)),
    ]),
    notes: [
      `The contenders take turns, each in its own process. Times are medians of ${running.options.whole('rounds')}; processor times are the least, memory is the most. All were compiled before and run with ${flags.join(' ')}.`,
    ],
  });
}
