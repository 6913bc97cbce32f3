import type { Proof } from './mutant.ts';

const breach = /invariant \d+:|\bexpected |an undone run|a plain run|waits for something/u;

/** The first line that says what was noticed; without one the proof may only have broken down. */
export function noticed(output: string, proof: Proof): string | undefined {
  // The name of a test, too, may say what is expected.
  const isOfError = (line: string) => !('tests' in proof) || /^\s*Error: /u.test(line);
  return output
    .split('\n')
    .find((line) => line.includes('AssertionError') || (breach.test(line) && isOfError(line)))
    ?.trim()
    .slice(0, 110);
}
