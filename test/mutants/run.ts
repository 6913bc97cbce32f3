import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Mutant, Proof, World } from './mutant.ts';
import { noticed } from './noticed.ts';
import { createScratch, type Scratch } from './scratch.ts';

const { values } = parseArgs({
  options: {
    /** A part of a bug's name, or of the path of its file. */
    only: { type: 'string', default: '' },
    /** All tests have just passed, so they are not tried without a bug. */
    'tests-passed': { type: 'boolean', default: false },
    /** One bug in so many, from this one on. */
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
  },
});
const root = fileURLToPath(new URL('../..', import.meta.url));

interface Ran {
  readonly isFine: boolean;
  readonly output: string;
}

function argsOf(proof: Proof, folder: string, ordered: boolean): string[] {
  if ('faults' in proof) return [join(folder, 'test/faults/run.ts'), ...proof.faults];
  if ('tests' in proof)
    return [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--bail', '1', '--no-color', ...proof.tests];
  const seeds = ['--seeds', String(proof.seeds), '--bail', '--no-shrink'];
  const flags = [...(proof.world === 'flow' ? [] : [`--${proof.world}`]), ...(ordered ? ['--ordered'] : [])];
  return [
    '--single-threaded-gc',
    '--max-semi-space-size=64',
    join(folder, 'test/simulation/run.ts'),
    ...seeds,
    ...flags,
  ];
}

/** A proof may hang by a bug. Without one it ends, however many tests it has. */
const timeout = 240_000;

/** Runs a proof in a copy of the sources; it is fine when nothing is noticed. */
function prove(
  proof: Proof,
  { folder }: Scratch,
  { ordered = false, ...limits }: { readonly ordered?: boolean; readonly timeout?: number } = {},
): Promise<Ran> {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      argsOf(proof, folder, ordered),
      { cwd: folder, env, maxBuffer: 1e8, ...limits },
      (error, stdout, stderr) => {
        resolve({ isFine: error === null, output: `${stdout}${stderr}` });
      },
    );
  });
}

/** Whether the order of effects is needed to notice a bug that says so. */
async function needsInterleaving({ proof }: Mutant, scratch: Scratch): Promise<boolean> {
  if (!('seeds' in proof) || !proof.onlyInterleaved) return true;
  return (await prove(proof, scratch, { ordered: true, timeout })).isFine;
}

/** Proofs that hold all of these: the most seeds of each kind, all test files at once, and each scenario once. */
function withoutRepeats(proofs: readonly Proof[]): Proof[] {
  const [seeds, tests] = [new Map<World, Proof & { seeds: number }>(), new Set<string>()];
  const faults = new Map<string, Proof>();
  for (const proof of proofs)
    if ('faults' in proof) faults.set(proof.faults.join(' '), proof);
    else if ('tests' in proof) for (const file of proof.tests) tests.add(file);
    else if (proof.seeds > (seeds.get(proof.world)?.seeds ?? 0)) seeds.set(proof.world, proof);
  return [...seeds.values(), ...(tests.size > 0 ? [{ tests: [...tests] }] : []), ...faults.values()];
}

/** What is not broken passes every proof: else a mutant caught says nothing. */
async function checkClean(proof: Proof, scratch: Scratch): Promise<void> {
  const { isFine, output } = await prove(proof, scratch);
  if (isFine) return;
  process.exitCode = 1;
  console.log(`Without any bug this fails: ${JSON.stringify(proof)}\n${output.slice(-2000)}`);
}

let survivors = 0;
async function tryOne(mutant: Mutant, scratch: Scratch): Promise<void> {
  const started = performance.now();
  const [{ isFine, output }, needsIt] = await scratch.with(mutant, async () => [
    await prove(mutant.proof, scratch, { timeout }),
    await needsInterleaving(mutant, scratch),
  ]);
  const by = noticed(output, mutant.proof);
  const isCaught = !isFine && by !== undefined && needsIt;
  if (!isCaught) survivors += 1;
  const why = needsIt ? (by ?? output.trim().slice(-300)) : 'an ordered history shows it too';
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${isCaught ? 'caught  ' : 'SURVIVES'}  ${mutant.name} (${seconds} s)\n            ${why}`);
}

/** Two at a time, each in a copy of its own. */
async function eachOf<T>(all: readonly T[], act: (one: T, scratch: Scratch) => Promise<void>): Promise<void> {
  const waiting = [...all];
  await Promise.all(
    scratches.map(async (own) => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await act(next, own);
    }),
  );
}

/** Every list of bugs, wherever it stands. */
async function allMutants(): Promise<Mutant[]> {
  const paths = globSync('{packages,functions,infra,test}/**/*.mutants.test.ts', {
    cwd: root,
    exclude: (name) => name === 'node_modules',
  });
  const lists = paths.toSorted().map(async (path) => {
    const { mutants } = (await import(join(root, path))) as { mutants: readonly Mutant[] };
    return mutants;
  });
  return (await Promise.all(lists)).flat();
}

const chosen = (await allMutants())
  .filter(({ name, file, beside, proof }) =>
    [name, file, beside, ...('tests' in proof ? proof.tests : [])].some((text) => text.includes(values.only)),
  )
  .filter((_, at) => at % Number(values.every) === Number(values.from));
if (chosen.length === 0) throw new Error('No deliberate bug is named so.');
const began = performance.now();
const scratches = [createScratch(root), createScratch(root)];
const proofs = withoutRepeats(chosen.map(({ proof }) => proof));
const unproved = proofs.filter((proof) => !('tests' in proof && values['tests-passed']));
await eachOf(unproved, checkClean);
if (process.exitCode !== 1) {
  await eachOf(chosen, tryOne);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${chosen.length - survivors} of ${chosen.length} deliberate bugs were caught (${seconds} s)`);
  process.exitCode = survivors > 0 ? 1 : 0;
}
for (const scratch of scratches) scratch.remove();
