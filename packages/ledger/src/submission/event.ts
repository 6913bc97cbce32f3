import type { Choice, Revert, RowClass } from '../run/model.ts';

/** What can happen to a submission. `at` is the time of the event, ISO 8601 in UTC with milliseconds. */
export type SubmissionEvent =
  /** A worker takes it: planned → sending, with a new attempt. `owner` names one invocation of a worker, and no other. */
  | { type: 'send'; at: string; owner: string; leaseUntil: string }
  /** Nothing reached the service: sending → planned. Also settles an `unknown` attempt of this owner. */
  | { type: 'notSent'; at: string; owner: string; reason: string }
  /** Try again later: sending → parked. `outcome` says what is known of the attempt. Also settles an `unknown` one of this owner. */
  | {
      type: 'park';
      at: string;
      owner: string;
      notBefore: string;
      reason: string;
      outcome: 'not_sent' | 'rejected';
    }
  /** Nothing may be sent before then, and nothing was: planned → parked, without an attempt. */
  | { type: 'hold'; at: string; notBefore: string; reason: string }
  /** The service gave an importId. From any state: an importId is never dropped (invariant 4). */
  | { type: 'accepted'; at: string; owner: string; importId: string }
  /** Timeout, reset, an answer that is none: sending → unknown. */
  | { type: 'ambiguous'; at: string; owner: string; reason: string }
  /** The lease ended and nobody said what happened: sending → unknown. Refused before `leaseUntil`. */
  | { type: 'leaseExpired'; at: string }
  /** Parked long enough, or safe to repeat: parked | unknown → planned. */
  | { type: 'plan'; at: string; reason: string }
  /**
   * The service refused some of a dry run's rows: accepted | sending → parked, to be asked again without them; planned → stays. Each
   * round once, in order. With an owner it is that worker's word on its own attempt; with an importId what that import says.
   */
  | {
      type: 'again';
      at: string;
      owner?: string;
      importId?: string;
      round: number;
      sha256: string;
      asked: number;
    }
  /**
   * The outcome is known: accepted | sending → succeeded, invalid or failed; planned | parked → failed only. With
   * an owner it is that worker's word on its own attempt, and is refused when another attempt has begun since. With an importId it is
   * what that import says, and is refused when it is not the one that is awaited.
   */
  | {
      type: 'ended';
      at: string;
      owner?: string;
      importId?: string;
      status: 'succeeded' | 'invalid' | 'failed';
      counts: Partial<Record<RowClass, number>>;
      reason?: string;
      foretold?: string;
    }
  /**
   * A person says what became of a real submission whose rows nobody knows of: as the choice has it. Each question of the run is
   * answered once for each submission; the same answer again is no other.
   */
  | { type: 'decided'; at: string; by: string; question: number; choice: Choice; importId?: string }
  /** Its plan was approved: succeeded → planned, to be dry-run once more. Once for each check, which only grows. */
  | { type: 'recheck'; at: string; check: number }
  /** An undo of the run has dealt with one import of this batch. Once for each importId, which the batch must have. */
  | ({ type: 'reverted'; at: string } & Revert);
export type SubmissionEventType = SubmissionEvent['type'];
