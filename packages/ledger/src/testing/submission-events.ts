import type { Attempt } from '../model/submission.ts';
import type { SubmissionEvent, SubmissionEventType } from '../submission/events.ts';
import { second } from './builders.ts';

const at = second(100);

/** One event of each type, by the owner of `anAttempt`. */
export const submissionEvents: {
  readonly [T in SubmissionEventType]: Extract<SubmissionEvent, { type: T }>;
} = {
  sendStarted: { type: 'sendStarted', at, owner: 'b', leaseUntil: second(145) },
  notSent: { type: 'notSent', at, owner: 'a', reason: 'connect failed' },
  parked: {
    type: 'parked',
    at,
    owner: 'a',
    notBefore: second(900),
    reason: 'too many requests',
    outcome: 'rejected',
  },
  deferred: { type: 'deferred', at, notBefore: second(3600), reason: 'no calls left' },
  accepted: { type: 'accepted', at, owner: 'a', importId: 'import-1' },
  ambiguous: { type: 'ambiguous', at, owner: 'a', reason: 'timeout' },
  leaseExpired: { type: 'leaseExpired', at },
  rowsSetAside: { type: 'rowsSetAside', at, owner: 'a', round: 1, sha256: 'rest', asked: 9 },
  requeued: { type: 'requeued', at, reason: 'its time has come' },
  ended: { type: 'ended', at, status: 'failed', counts: { notAttempted: 10 }, owner: 'a' },
  decided: { type: 'decided', at, by: 'somebody', question: 1, choice: 'sendAgain' },
  recheckRequested: { type: 'recheckRequested', at, check: 1 },
  reverted: { type: 'reverted', at, importId: 'none', reversed: 1, kept: 0, failed: 0 },
};

export function anAttempt(overrides: Partial<Attempt> = {}): Attempt {
  return { number: 1, owner: 'a', sentAt: second(0), leaseUntil: second(45), ...overrides };
}
