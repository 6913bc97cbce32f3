import { log } from '@sluice/aws-kit/handlers';
import type { CallBudget } from '@sluice/ledger/call-budget';
import {
  phaseOf,
  type Ledger,
  type LostTime,
  type Phase,
  type Run,
  type Submission,
  type SubmissionEvent,
} from '@sluice/ledger';
import type { Clock, Files, Machine, Queue, Service } from '../ports.ts';
import type { VersionList } from './lane.ts';
import type { Reverts } from './reverts.ts';
import type { BatchMessage } from '../run-objects.ts';

export interface TrackRunServices {
  readonly ledger: Ledger;
  readonly files: Pick<Files, 'get' | 'put' | 'stream' | 'upload'>;
  readonly batches: Queue<BatchMessage>;
  readonly machine: Pick<Machine, 'start'>;
  readonly inbox: VersionList;
  readonly service: Service;
  readonly budget: CallBudget;
  /** Undefined if the server cannot undo imports. */
  readonly reverts?: Reverts | undefined;
  /** Whether the service supports `Idempotency-Key`, an extension of the interface. */
  readonly idempotencyKey: boolean;
  /** Of a ledger that was restored. */
  readonly lost?: LostTime | undefined;
  readonly now: Clock;
}

/** A run and its submissions during one step of its tracker. */
export interface TrackedRun {
  readonly run: Run;
  readonly phase: Phase;
  /** The submissions of this phase, in order of batches, after every move so far. */
  submissions(): Submission[];
  /** The submissions of the other phase, at the beginning of the step. */
  readonly otherPhase: readonly Submission[];
  /** Asks the ledger for the transition. @returns the submission afterwards, moved or not */
  move(submission: Submission, event: SubmissionEvent): Promise<Submission>;
}

export function trackedRun(
  run: Run,
  submissions: readonly Submission[],
  { ledger, phase = phaseOf(run.status) }: { readonly ledger: Ledger; readonly phase?: Phase },
): TrackedRun {
  const byBatch = new Map(
    submissions
      .filter((submission) => submission.phase === phase)
      .toSorted((one, other) => one.batch - other.batch)
      .map((submission) => [submission.batch, submission]),
  );
  return {
    run,
    phase,
    otherPhase: submissions.filter((submission) => submission.phase !== phase),
    submissions: () => [...byBatch.values()],
    move: async (submission, event) => {
      const { runId, batch } = submission;
      const { moved, now } = await ledger.moveSubmission({ runId, batch, phase }, event, submission);
      if (moved && event.type !== 'ended') log.info(`submission_${event.type}`, { runId, batch, phase });
      byBatch.set(batch, now);
      return now;
    },
  };
}

export function messageOf({ runId, batch, phase }: Submission): BatchMessage {
  return { v: 1, runId, batch, phase };
}
