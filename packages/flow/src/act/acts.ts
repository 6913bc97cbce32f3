import type { Ledger, Migrations, Run } from '@sluice/ledger';
import * as z from 'zod';
import type { VersionList } from '../attempts/lane.ts';
import type { StartTrackerServices } from '../attempts/start-tracker.ts';

export interface ActServices extends StartTrackerServices {
  readonly ledger: Pick<Ledger, 'run' | 'submissions' | 'moveRun' | 'moveSubmission'>;
  readonly migrations: Pick<Migrations, 'upload'>;
  readonly inbox: VersionList;
  /** Whether the server can undo imports. */
  readonly canRevert: boolean;
}

/** Who acts, for requests without a signature: on a local machine only. */
export const named = { by: z.string().trim().min(1).max(100).optional() };

/** An act is refused if the run is in another state, or the request makes no sense. */
export type ActOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly code: 'conflict' | 'invalid_request'; readonly message: string };

/** Who acts. */
export interface Actor {
  /** The ARN of the signer, or the e-mail of who is signed in at the console; else the name in the request. */
  readonly by: string;
  /** The signer's id, as S3 reports it, or `person:` and the id of who is signed in. Absent where only a name is known. */
  readonly principal?: string | undefined;
}

export type Act<Input> = (run: Run, input: Input & Actor, services: ActServices) => Promise<ActOutcome>;

/** `is awaiting approval`: what follows "This run" or "This migration" in a refusal. */
export const stateOf = ({
  status,
  cancel,
}: {
  readonly status: string;
  readonly cancel?: object | undefined;
}): string => (cancel === undefined ? `is ${status.replaceAll('_', ' ')}` : 'is being cancelled');

export const done: ActOutcome = { kind: 'done' };

export function conflict(message: string): ActOutcome {
  return { kind: 'refused', code: 'conflict', message };
}

export function invalid(message: string): ActOutcome {
  return { kind: 'refused', code: 'invalid_request', message };
}
