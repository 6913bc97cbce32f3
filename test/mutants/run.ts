import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Mutant, Proof } from './mutant.ts';
import { mutants } from './mutants.ts';
import { createScratch, type Scratch } from './scratch.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
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
  return [join(folder, 'test/simulation/run.ts'), ...seeds, ...(ordered ? ['--ordered'] : [])];
}

/** Runs a proof in a copy of the sources; it is fine when nothing is noticed. */
function prove(proof: Proof, { folder }: Scratch, ordered = false): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      argsOf(proof, folder, ordered),
      { cwd: folder, timeout: 240_000, maxBuffer: 1e8 },
      (error, stdout, stderr) => {
        resolve({ isFine: error === null, output: `${stdout}${stderr}` });
      },
    );
  });
}

/** Whether the order of effects is needed to notice a bug that says so. */
async function needsInterleaving({ proof }: Mutant, scratch: Scratch): Promise<boolean> {
  if (!('seeds' in proof) || !proof.onlyInterleaved) return true;
  return (await prove(proof, scratch, true)).isFine;
}

/** The first line that says what was noticed; without one it may only have broken down. */
function noticed(output: string): string | undefined {
  return /^.*(?:invariant \d+:|expected |AssertionError|an undone run|a plain run|waits for something).*$/mu
    .exec(output)?.[0]
    ?.trim()
    .slice(0, 110);
}

const keyOf = (proof: Proof) => JSON.stringify(proof);

/** What is not broken passes every proof: else a mutant caught says nothing. */
async function checkClean(chosen: typeof mutants, scratch: Scratch): Promise<boolean> {
  let allFine = true;
  for (const key of new Set(chosen.map(({ proof }) => keyOf(proof)))) {
    const { isFine, output } = await prove(JSON.parse(key), scratch);
    if (isFine) continue;
    allFine = false;
    console.log(`Without any bug this fails: ${key}\n${output.slice(-2000)}`);
  }
  return allFine;
}

const chosen = mutants.filter(({ name }) => name.includes(values.only));
const began = performance.now();
const scratch = createScratch(root);
let survivors = 0;
if (!(await checkClean(chosen, scratch))) process.exit(1);

async function tryOne(mutant: Mutant, scratch: Scratch): Promise<void> {
  const [{ isFine, output }, needsIt] = await scratch.with(mutant, async () => [
    await prove(mutant.proof, scratch),
    await needsInterleaving(mutant, scratch),
  ]);
  const by = noticed(output);
  const isCaught = !isFine && by !== undefined && needsIt;
  if (!isCaught) survivors += 1;
  const why = needsIt ? (by ?? output.trim().slice(-300)) : 'an ordered history shows it too';
  console.log(`${isCaught ? 'caught  ' : 'SURVIVES'}  ${mutant.name}\n            ${why}`);
}

/** Two at a time, each in a copy of its own. */
const waiting = [...chosen];
await Promise.all(
  [scratch, createScratch(root)].map(async (own) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await tryOne(next, own);
    own.remove();
  }),
);
const seconds = Math.round((performance.now() - began) / 1000);
console.log(`${chosen.length - survivors} of ${chosen.length} deliberate bugs were caught (${seconds} s)`);
process.exitCode = survivors > 0 ? 1 : 0;
