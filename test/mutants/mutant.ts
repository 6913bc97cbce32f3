import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { mutated, type Change } from './change.ts';

/** The flow, over ports in memory or over the real adapters and the AWS SDK, or the service alone. */
export type World = 'flow' | 'adapters' | 'service';

/**
 * What must notice a bug: scenarios with faults (arguments of `npm run faults`), so many seeds of the simulation, or files of tests.
 * About five of the seeds show the bug, since each change of the world makes other histories; the first one ends the proof.
 * What only an interleaving shows is not noticed by the same seeds while every process goes on to its end before the next one.
 */
export type Proof =
  | { readonly faults: readonly string[] }
  | { readonly seeds: number; readonly world: World; readonly onlyInterleaved: boolean }
  | { readonly tests: readonly string[] };

/** A bug that somebody could make. */
export interface Mutant extends Change {
  readonly name: string;
  /** The test beside which it stands. */
  readonly beside: string;
  readonly proof: Proof;
}

export const withFaults = (scenario: string, only = 'nothing'): Proof => ({
  faults: ['--bail', '--triples', '0', '--processes', '1', '--scenario', scenario, '--only', only],
});
export const simulated = (seeds: number): Proof => ({ seeds, world: 'flow', onlyInterleaved: false });
export const interleaved = (seeds: number): Proof => ({ seeds, world: 'flow', onlyInterleaved: true });
export const adapted = (seeds: number): Proof => ({ seeds, world: 'adapters', onlyInterleaved: false });
export const ofService = (seeds: number): Proof => ({ seeds, world: 'service', onlyInterleaved: false });
export const tested = (...tests: string[]): Proof => ({ tests });

export const ours = 'all good, at our service';
export const plain = 'all good, at a service without';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * The bugs that a file `NAME.mutants.test.ts` keeps, by their names. Without another proof, `NAME.test.ts` beside it notices them.
 * As a test, the file says which of them can no longer be made.
 */
export function mutantsOf(
  url: string,
  bugs: Readonly<Record<string, Change & { readonly proof?: Proof }>>,
): readonly Mutant[] {
  const neighbour = relative(root, fileURLToPath(url)).replaceAll(sep, '/').replace('.mutants.', '.');
  const mutants = Object.entries(bugs).map(([name, bug]) => ({
    name,
    beside: neighbour,
    proof: tested(neighbour),
    ...bug,
  }));
  if (process.env.VITEST !== undefined)
    it.each(mutants)('the bug can still be made: $name', (mutant) => {
      const text = readFileSync(join(root, mutant.file), 'utf8');
      expect(mutated(text, mutant)).not.toBe(text);
    });
  return mutants;
}
