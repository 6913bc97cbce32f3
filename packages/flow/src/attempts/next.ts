import type { Answer } from '@sluice/client';
import { reasonOf, type ImportStatus, type Reason } from '@sluice/contract';
import {
  isEnded,
  isSettled,
  type Attempt,
  type Run,
  type Submission,
  type SubmissionEvent,
} from '@sluice/ledger';
import {
  ambiguousAttempts,
  areOneByKey,
  attemptsMade,
  mayBeSentSince,
  mayHaveLanded,
  mostAttempts,
  resetFor,
  resumeTime,
  retrySeconds,
  triesMade,
} from './attempts.ts';
import { endOfRefusal, withEarlierCopy, type BatchEnd, type SentBatch } from './batch-end.ts';
import { awaitedFor, graceMs, stuckAfterMs } from './import-status.ts';
import type { Reverted } from './reverts.ts';
import { importIdOf, meanings, observationOf, reasonOf as reasonOfAnswer, type Meaning } from './verdict.ts';

/**
 * The life of an attempt: what is next for a batch, by what is known of it and by what came. Pure. Four doors read what is known,
 * ask here, and write what is next: `submit` after an answer, `track` after a status or a pause, `late` and `undo`.
 */
interface Known {
  readonly run: Run;
  readonly submission: Submission;
  readonly now: Date;
}

/** The attempt or the import that decides, so that no other one is ended. */
export interface Decider {
  readonly owner?: string;
  readonly importId?: string;
}

export const isDecidedBy = ({ status, importId, attempts }: Submission, by: Decider): boolean =>
  by.owner === undefined
    ? status === 'accepted' && importId === by.importId
    : !isSettled(status) && attempts.at(-1)?.owner === by.owner;

/** A copy whose importId nobody knows may have written the rows, unless all copies surely have one key (invariant 3). */
export function mayHaveEarlierCopy({ run, submission }: Pick<Known, 'run' | 'submission'>): boolean {
  return mayHaveLanded(submission) && !areOneByKey(submission, { since: mayBeSentSince(submission, run) });
}

interface Refusal {
  readonly message: string;
  readonly by: Decider;
  /** Of a dry run: the rows that were not refused are checked again. */
  readonly isOfRows: boolean;
}

/** The event of the attempt, and the refusal that may end its batch. */
interface AfterAnswer {
  readonly event?: SubmissionEvent;
  readonly refusal?: Refusal;
}

/** After the answer to `import`, or none, for the attempt of this owner. */
export function afterAnswer(known: Known, answer: Answer<'import'>, owner: string): AfterAnswer {
  const { submission, now } = known;
  const { phase } = submission;
  const base = { at: now.toISOString(), owner };
  const [reason, message] = [reasonOfAnswer(answer), answer.kind === 'refused' ? answer.message : ''];
  // `not_found` concerns the whole batch.
  const isAboutRows = answer.kind === 'refused' && answer.code === 'invalid_request';
  const ambiguous = (): AfterAnswer => ({ event: { type: 'ambiguous', ...base, reason } });
  const parked = (outcome: 'rejected' | 'not_sent'): AfterAnswer => {
    const reset = resetFor(answer, now);
    const soon = new Date(now.getTime() + retrySeconds(triesMade(submission)) * 1000);
    const notBefore = (reset === undefined ? soon : resumeTime(reset, submission)).toISOString();
    return { event: { type: 'parked', ...base, notBefore, reason, outcome } };
  };
  const next: Record<Meaning, () => AfterAnswer> = {
    accepted: () => {
      const importId = importIdOf(answer) ?? '';
      const event = { type: 'accepted', ...base, importId } as const;
      return isAboutRows ? { event, refusal: { message, by: { importId }, isOfRows: false } } : { event };
    },
    // It concerns this attempt only: an earlier copy may have written the rows. A refusal of the key itself says that one arrived, also
    // one that a restored ledger lost.
    refused: () =>
      (phase === 'real' && message.startsWith('Idempotency-Key')) || mayHaveEarlierCopy(known)
        ? ambiguous()
        : { refusal: { message, by: { owner }, isOfRows: phase === 'dry' && isAboutRows } },
    'parked:rejected': () => parked('rejected'),
    'parked:not_sent': () => parked('not_sent'),
    ambiguous,
  };
  return next[meanings[observationOf(answer)][phase]]();
}

/** With an importId, a refusal is final if it names rows; else the tracker polls the import. */
export function afterRefusal(
  known: Pick<Known, 'run' | 'submission'>,
  { message, by }: Refusal,
  batch: SentBatch,
): BatchEnd | 'search' | 'poll' {
  const end = endOfRefusal(batch, message);
  if (by.importId !== undefined && end.status !== 'invalid') return 'poll';
  if (by.importId !== undefined && batch.phase === 'dry') return 'search';
  return mayHaveEarlierCopy(known) ? withEarlierCopy(end) : end;
}

export type AfterStatus =
  | { readonly kind: 'done'; readonly status: ImportStatus }
  /** A lost dry run has written nothing. A lost real import may have, so a person checks it. */
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'stuck'; readonly reason: string }
  | { readonly kind: 'notYet' }
  /** Without calls, with the reason as a part of a sentence. */
  | { readonly kind: 'rest'; readonly seconds: number; readonly why: string };

/** `answer` is undefined without credentials. */
export function afterStatus(
  { submission, now }: Pick<Known, 'submission' | 'now'>,
  answer: Answer<'importStatus'> | undefined,
): AfterStatus {
  const { phase, attempts, importId = '' } = submission;
  const lost = (reason: string): AfterStatus => ({ kind: phase === 'real' ? 'stuck' : 'lost', reason });
  if (answer?.kind === 'ok' && answer.output.importStatus.done) {
    const status = answer.output.importStatus;
    // A person may have attached the wrong import.
    const wroteNothing = phase === 'real' && status.status === 'valid';
    if (!wroteNothing) return { kind: 'done', status };
    return { kind: 'stuck', reason: `import ${importId} is a dry run, which wrote nothing` };
  }
  if (awaitedFor(submission, now) > stuckAfterMs) return lost(noEnd(importId));
  if (answer === undefined) return { kind: 'rest', seconds: 60, why: 'there are no credentials' };
  if (answer.kind !== 'refused') return { kind: 'notYet' };
  if (answer.code === 'too_many_requests' || answer.code === 'unauthorized')
    return { kind: 'rest', seconds: 60, why: `the service answered ${answer.code}` };
  const sentAt = attempts.at(-1)?.sentAt;
  const isOld = sentAt !== undefined && now.getTime() - Date.parse(sentAt) > graceMs;
  return answer.code === 'not_found' && isOld
    ? lost(`the service does not know import ${importId}`)
    : { kind: 'notYet' };
}

export const noEnd = (importId = ''): string => `import ${importId} has not ended within a day`;

/** Whether its attempt has a lease that is over. */
export function isLeaseOver({ status, attempts }: Submission, now: Date): boolean {
  const lease = attempts.at(-1)?.leaseUntil;
  return status === 'sending' && lease !== undefined && Date.parse(lease) <= now.getTime();
}

/** To send it again, or to ask a person: a repeat could overwrite what others have changed since. */
interface AfterPause {
  readonly kind: 'plan' | 'stuck';
  readonly reason: string;
}

/** `key`: whether the service takes an `Idempotency-Key`. Undefined while the batch waits. */
export function afterPause({ run, submission, now }: Known, key: boolean): AfterPause | undefined {
  if (submission.status === 'parked')
    return isPast(submission.notBefore, now) ? { kind: 'plan', reason: 'it is due' } : undefined;
  if (submission.status !== 'unknown') return undefined;
  const since = mayBeSentSince(submission, run);
  const repeat = whenToRepeat(submission, { now, key, since });
  return repeat?.kind === 'stuck' && since !== undefined
    ? { kind: 'stuck', reason: 'the history was restored from a backup' }
    : repeat;
}

export function isPast(time: string | undefined, now: Date): boolean {
  return time === undefined || Date.parse(time) <= now.getTime();
}

/**
 * When a batch may be sent again although the service may have taken it (invariant 3): a dry run at any time, a real import only
 * under an idempotency key.
 * @param options `since` is when it may have been sent first, if that was before the attempts that are known
 */
export function whenToRepeat(
  submission: Submission,
  { now, key, since }: { readonly now: Date; readonly key: boolean; readonly since?: string | undefined },
): AfterPause | undefined {
  const unanswered = ambiguousAttempts(submission);
  const last = unanswered.at(-1);
  if (last === undefined) return { kind: 'plan', reason: 'nothing was sent' };
  // The first repeat is immediate. The next ones back off: what lost one answer may lose more.
  const pauseMs = unanswered.length < 2 ? 0 : retrySeconds(unanswered.length - 1) * 1000;
  const isDue = Date.parse(last.sentAt) + pauseMs <= now.getTime();
  const plan = (reason: string): AfterPause | undefined => (isDue ? { kind: 'plan', reason } : undefined);
  if (submission.phase === 'dry') return plan('a dry run changes nothing');
  if (attemptsMade(submission) >= mostAttempts) return { kind: 'stuck', reason: 'tried too often' };
  return key && areOneByKey(submission, { again: now, since })
    ? plan('the idempotency key makes a repeat safe')
    : { kind: 'stuck', reason: 'no answer came back' };
}

/** Who decides where no person has to. */
export const sluice = 'Sluice';

/** A batch that was given up is opened again once every attempt at it has an importId, so that nothing is guessed. */
export function afterLateImport(
  { run, submission, now }: Known,
  attempt: Attempt,
): SubmissionEvent | undefined {
  const { importId } = attempt;
  if (submission.status !== 'failed' || importId === undefined || ambiguousAttempts(submission).length > 0)
    return undefined;
  // After the end, what a person answered before does not answer this.
  const question = (run.questions ?? 0) + Number(isEnded(run.status));
  return { type: 'decided', at: now.toISOString(), by: sluice, question, choice: 'attach', importId };
}

type AfterUndo =
  | { readonly kind: 'wait' }
  | Extract<Reverted, { kind: 'reverted' }>
  | { readonly kind: 'notUndone'; readonly why: Reason };

/** `answer` is undefined if the server offers no undo. `begun` is when the run had its lane. */
export function afterUndo(answer: Reverted | undefined, begun: string, now: Date): AfterUndo {
  if (answer === undefined) return { kind: 'notUndone', why: reasonOf('undo_not_offered') };
  if (answer.kind === 'reverted') return answer;
  if (answer.kind === 'refused')
    return { kind: 'notUndone', why: reasonOf('undo_refused', { text: answer.message }) };
  const isLate = now.getTime() - Date.parse(begun) > stuckAfterMs;
  return isLate ? { kind: 'notUndone', why: reasonOf('undo_unfinished') } : { kind: 'wait' };
}
