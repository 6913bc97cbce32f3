import type { OperationName } from '@sluice/contract';

/** The expected answer. `either`: the schema cannot decide, but the answer must be a success or a refusal. */
export type Verdict = 'refused' | 'either' | 'taken' | 'unauthorized';

export interface BadCase {
  /** `getUsers: limit: a text`. */
  readonly title: string;
  readonly operation: OperationName;
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly verdict: Verdict;
  readonly names?: readonly string[];
  /** Whether the refusal may show the value, such as the name of a schema or a list. */
  readonly mayShowValue?: true;
}

/** A part of every invented value. No refusal may show it. */
export const canary = 'Zq7canaryX';
