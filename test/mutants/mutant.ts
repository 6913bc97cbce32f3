/**
 * What must notice a bug: scenarios with faults (arguments of `npm run faults`), so many seeds of the simulation, or files of tests.
 * What only an interleaving shows is not noticed by the same seeds while every process goes on to its end before the next one.
 */
export type Proof =
  | { readonly faults: readonly string[] }
  | { readonly seeds: number; readonly isAdapted: boolean; readonly onlyInterleaved: boolean }
  | { readonly tests: readonly string[] };

/** A small change of the source. */
export interface Change {
  readonly file: string;
  /** The exact text, which the file has once. */
  readonly from: string;
  readonly to: string;
}

/** A bug that somebody could make. */
export interface Mutant extends Change {
  readonly name: string;
  readonly proof: Proof;
}

export const withFaults = (scenario: string, only = 'nothing'): Proof => ({
  faults: ['--bail', '--triples', '0', '--processes', '1', '--scenario', scenario, '--only', only],
});
export const simulated = (seeds: number): Proof => ({ seeds, isAdapted: false, onlyInterleaved: false });
export const interleaved = (seeds: number): Proof => ({ seeds, isAdapted: false, onlyInterleaved: true });
/** Over the real adapters and the AWS SDK. */
export const adapted = (seeds: number): Proof => ({ seeds, isAdapted: true, onlyInterleaved: false });
export const tested = (...tests: string[]): Proof => ({ tests });

export const ours = 'all good, at our service';
export const plain = 'all good, at a service without';
