import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Proof } from './mutant.ts';
import { mutants } from './mutants.ts';
import { createScratch, type Scratch } from './scratch.ts';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const root = fileURLToPath(new URL('../..', import.meta.url));

interface Ran {
  readonly isFine: boolean;
  readonly output: string;
}

/** Runs a proof in a copy of the sources; it is fine when nothing is noticed. */
function prove(proof: Proof, { folder }: Scratch): Promise<Ran> {
  const args =
    'faults' in proof
      ? [join(folder, 'test/faults/run.ts'), ...proof.faults]
      : [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--bail', '1', '--no-color', ...proof.tests];
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      args,
      { cwd: folder, timeout: 240_000, maxBuffer: 1e8 },
      (error, stdout, stderr) => {
        resolve({ isFine: error === null, output: `${stdout}${stderr}` });
      },
    );
  });
}

/** The first line that says what was noticed; without one it may only have broken down. */
function noticed(output: string): string | undefined {
  return /^.*(?:invariant \d+:|expected |AssertionError|an undone run).*$/mu
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
process.once('exit', () => existsSync(scratch.folder) && scratch.remove());
let survivors = 0;
if (!(await checkClean(chosen, scratch))) process.exit(1);
for (const mutant of chosen) {
  const { isFine, output } = await scratch.with(mutant, () => prove(mutant.proof, scratch));
  const by = noticed(output);
  const isCaught = !isFine && by !== undefined;
  if (!isCaught) survivors += 1;
  console.log(
    `${isCaught ? 'caught  ' : 'SURVIVES'}  ${mutant.name}\n            ${by ?? output.trim().slice(-300)}`,
  );
}
const seconds = Math.round((performance.now() - began) / 1000);
console.log(`${chosen.length - survivors} of ${chosen.length} deliberate bugs were caught (${seconds} s)`);
process.exitCode = survivors > 0 ? 1 : 0;
