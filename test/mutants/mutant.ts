/** What must notice a bug: stories with faults (arguments of `npm run faults`), or files of tests. */
export type Proof = { readonly faults: readonly string[] } | { readonly tests: readonly string[] };

/** A bug that somebody could make, as a small change of the source. */
export interface Mutant {
  readonly name: string;
  readonly file: string;
  /** The exact text, which the file has once. */
  readonly from: string;
  readonly to: string;
  readonly proof: Proof;
}

export const told = (scenario: string, only = 'nothing'): Proof => ({
  faults: ['--bail', '--triples', '0', '--processes', '1', '--scenario', scenario, '--only', only],
});
export const tested = (...tests: string[]): Proof => ({ tests });

export const ours = 'all good, at our service';
export const plain = 'all good, at a service without';
