import { nextOf, type Cell } from '../states/next.ts';
import {
  attemptOf,
  bindImport,
  closeCurrent,
  currentAttempt,
  endImport,
  latestImportId,
  openAttempt,
} from './attempts.ts';
import { decision, isOpenToDecision, isReverted, isSameDecision, revertOf } from './decisions.ts';
import type { Choice, Submission, SubmissionStatus } from '../model/submission.ts';
import type { SubmissionEvent, SubmissionEventType } from './events.ts';

const nothingMore = {
  sendStarted: 'refused',
  notSent: 'refused',
  parked: 'refused',
  deferred: 'refused',
  accepted: 'stays',
  ambiguous: 'refused',
  leaseExpired: 'refused',
  requeued: 'refused',
  rowsSetAside: 'refused',
  ended: 'refused',
  decided: 'refused',
  recheckRequested: 'refused',
  reverted: 'stays',
} as const satisfies Record<SubmissionEventType, Cell<SubmissionStatus>>;

/**
 * Total: every status has an answer to every event. An ended submission keeps its status when an importId comes late. A person
 * may still decide on it if its end left rows unknown.
 */
const submissionTransitions: Record<SubmissionStatus, Record<SubmissionEventType, Cell<SubmissionStatus>>> = {
  planned: {
    ...nothingMore,
    sendStarted: 'sending',
    deferred: 'parked',
    accepted: 'accepted',
    rowsSetAside: 'planned',
    ended: 'failed',
  },
  sending: {
    ...nothingMore,
    notSent: 'planned',
    parked: 'parked',
    accepted: 'accepted',
    ambiguous: 'unknown',
    leaseExpired: 'unknown',
    rowsSetAside: 'parked',
    ended: 'asEventStates',
  },
  parked: { ...nothingMore, accepted: 'accepted', requeued: 'planned', ended: 'failed' },
  accepted: { ...nothingMore, rowsSetAside: 'parked', ended: 'asEventStates', decided: 'asEventStates' },
  unknown: {
    ...nothingMore,
    notSent: 'planned',
    parked: 'parked',
    accepted: 'accepted',
    requeued: 'planned',
    rowsSetAside: 'parked',
    ended: 'asEventStates',
    decided: 'asEventStates',
  },
  succeeded: { ...nothingMore, recheckRequested: 'planned' },
  invalid: nothingMore,
  failed: { ...nothingMore, decided: 'asEventStates' },
};

const decidedStatus: Record<Choice, SubmissionStatus> = {
  attach: 'accepted',
  landed: 'succeeded',
  notApplied: 'failed',
  sendAgain: 'planned',
};

export function isSettled(status: SubmissionStatus): boolean {
  return submissionTransitions[status].ended === 'refused';
}

/** The submission after the event. A decision that was made before changes nothing, whatever came since. */
export function nextSubmission(submission: Submission, event: SubmissionEvent): Submission | undefined {
  return event.type === 'decided' && isSameDecision(submission, event) ? submission : next(submission, event);
}

const next = nextOf<Submission, SubmissionEvent, SubmissionStatus, SubmissionEventType>({
  table: submissionTransitions,
  stated: (_, event) => {
    if (event.type === 'decided') return decidedStatus[event.choice];
    return event.type === 'ended' ? event.status : undefined;
  },
  keepsStatus: isOfEarlierAttempt,
  isOvertaken: (submission, event) => !mayHappen(submission, event),
  isKnown: (submission, event) =>
    event.type === 'accepted'
      ? attemptOf(submission, event) !== undefined
      : event.type === 'reverted' && isReverted(submission, event),
  factsOf,
});

/**
 * A late importId of an earlier attempt is kept, but is no answer to the attempt now under way. The same applies to an earlier
 * round or check of a dry run.
 */
function isOfEarlierAttempt(submission: Submission, event: SubmissionEvent): boolean {
  if (event.type !== 'accepted') return false;
  const own = submission.attempts.findLast(({ owner }) => owner === event.owner);
  if (submission.round !== undefined && own?.round !== submission.round) return true;
  if (submission.check !== undefined && own?.check !== submission.check) return true;
  return submission.status === 'sending' && currentAttempt(submission)?.owner !== event.owner;
}

function mayHappen(submission: Submission, event: SubmissionEvent): boolean {
  const current = currentAttempt(submission);
  switch (event.type) {
    case 'notSent':
    case 'parked':
    case 'ambiguous':
      return current?.owner === event.owner;
    case 'leaseExpired':
      return current !== undefined && event.at >= current.leaseUntil;
    case 'ended':
      if (isOfOtherImport(submission, event)) return false;
      if (submission.status === 'accepted') return true;
      if (event.owner === undefined) return submission.status !== 'unknown';
      return current?.owner === event.owner;
    case 'rowsSetAside':
      return (
        submission.phase === 'dry' &&
        !isOfOtherImport(submission, event) &&
        event.round === (submission.round ?? 0) + 1 &&
        (event.owner === undefined
          ? submission.status === 'accepted' || submission.status === 'planned'
          : current?.owner === event.owner && submission.status !== 'planned')
      );
    case 'decided':
      return isOpenToDecision(submission, event);
    case 'recheckRequested':
      return submission.phase === 'dry' && event.check > (submission.check ?? 0);
    case 'reverted':
      return submission.attempts.some(({ importId }) => importId === event.importId);
    case 'sendStarted':
    case 'deferred':
    case 'accepted':
    case 'requeued':
      return true;
  }
}

/** Whether the event is about an import that is not awaited any more, because another attempt, round or check is under way. */
function isOfOtherImport(
  { status, importId }: Submission,
  event: { readonly importId?: string | undefined },
): boolean {
  return event.importId !== undefined && (status !== 'accepted' || importId !== event.importId);
}

function factsOf(submission: Submission, event: SubmissionEvent): Partial<Submission> {
  const { at } = event;
  switch (event.type) {
    case 'sendStarted':
      return { attempts: openAttempt(submission, event), notBefore: undefined, reason: undefined };
    case 'notSent':
      return {
        attempts: closeCurrent(submission, { endedAt: at, outcome: 'not_sent' }),
        reason: event.reason,
      };
    case 'parked':
      return {
        attempts: closeCurrent(submission, { endedAt: at, outcome: event.outcome }),
        notBefore: event.notBefore,
        reason: event.reason,
      };
    case 'deferred':
      return { notBefore: event.notBefore, reason: event.reason };
    case 'accepted':
      return acceptance(submission, event);
    case 'ambiguous':
      return {
        attempts: closeCurrent(submission, { endedAt: at, outcome: 'ambiguous' }),
        reason: event.reason,
      };
    case 'leaseExpired':
      return {
        attempts: closeCurrent(submission, { endedAt: at, outcome: 'ambiguous' }),
        reason: 'lease_expired',
      };
    case 'requeued':
      return { notBefore: undefined, reason: event.reason };
    case 'rowsSetAside':
      return askedAgain(submission, event);
    case 'ended':
      return ending(submission, event);
    case 'decided':
      return decision(submission, event);
    case 'recheckRequested':
      return {
        check: event.check,
        counts: undefined,
        previewSha256: undefined,
        recordCounts: undefined,
        reason: 'its plan was approved',
      };
    case 'reverted':
      return { reverts: [...(submission.reverts ?? []), revertOf(event)] };
  }
}

/** An answer without an importId closes the attempt under way. */
function closedByAnswer(submission: Submission, at: string): Partial<Submission> {
  const isAnswered = submission.status === 'sending' || submission.status === 'unknown';
  return isAnswered ? { attempts: closeCurrent(submission, { endedAt: at, outcome: 'rejected' }) } : {};
}

function askedAgain(
  submission: Submission,
  { at, round, sha256, asked }: Extract<SubmissionEvent, { type: 'rowsSetAside' }>,
): Partial<Submission> {
  return {
    ...closedByAnswer(submission, at),
    round,
    sha256,
    asked,
    ...(submission.status !== 'planned' && { notBefore: at, reason: 'some of its rows were refused' }),
  };
}

function acceptance(
  submission: Submission,
  event: Extract<SubmissionEvent, { type: 'accepted' }>,
): Partial<Submission> {
  const attempts = bindImport(submission, event);
  const settled = isSettled(submission.status) || isOfEarlierAttempt(submission, event);
  return {
    attempts,
    importId: latestImportId(attempts, submission) ?? submission.importId,
    ...(!settled && { notBefore: undefined, reason: undefined }),
  };
}

function ending(
  submission: Submission,
  event: Extract<SubmissionEvent, { type: 'ended' }>,
): Partial<Submission> {
  const { attempts = submission.attempts } = closedByAnswer(submission, event.at);
  return {
    attempts: endImport(attempts, event),
    counts: event.counts,
    notBefore: undefined,
    reason: event.reason,
    ...(event.previewSha256 !== undefined && {
      previewSha256: event.previewSha256,
      recordCounts: event.recordCounts,
    }),
  };
}
