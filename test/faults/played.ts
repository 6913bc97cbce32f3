import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Access } from '@sluice/local/iam';
import type { Effect } from '../simulation/effects.ts';

/** What came of all scenarios, each played once without a fault. */
export interface Played {
  /** Of each scenario, in their order. */
  readonly effects: readonly (readonly Effect[])[];
  /** From where in the source the calls came, by `client.command`. */
  readonly stacks: readonly (readonly [string, readonly string[]])[];
  /** Different writes to the ledger, each with the step that made it. */
  readonly writes: readonly { readonly step: string; readonly write: Access }[];
  /** A step and what it reads the ledger by, as in `sweep dynamodb:Query by index`. */
  readonly reads: readonly string[];
}

export async function playAll(): Promise<Played> {
  const script = fileURLToPath(new URL('print-plays.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 1e9 });
  return JSON.parse(stdout) as Played;
}
