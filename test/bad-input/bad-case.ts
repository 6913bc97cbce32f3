import type { OperationName } from '@sluice/contract';

/**
 * What must become of a request. `either`: the schema cannot tell, but no answer may be worse than a refusal.
 */
export type Verdict = 'refused' | 'either' | 'taken' | 'unauthorized';

export interface BadCase {
  /** `getUsers: limit: a text`. */
  readonly title: string;
  readonly operation: OperationName;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly verdict: Verdict;
  /** A refusal names one of these. */
  readonly names?: readonly string[];
  /** Of the interface's own words, these are answered back: names of fields, schemas and lists. */
  readonly mayShowValue?: true;
}

/** Within every value that is made up. No answer to a refused request may hold it. */
export const canary = 'Zq7canaryX';
