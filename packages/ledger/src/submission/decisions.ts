import { attachImport } from './attempts.ts';
import { countsDecided, unknownRows } from './counts.ts';
import type { SubmissionEvent } from './events.ts';
import type { Revert, Submission } from '../model/submission.ts';

type DecidedEvent = Extract<SubmissionEvent, { type: 'decided' }>;

/** Each question is answered once. Only the choice `attach` has an importId. */
export function isOpenToDecision(
  submission: Submission,
  { question, choice, importId }: DecidedEvent,
): boolean {
  const { phase, decided } = submission;
  const isAnswered = decided !== undefined && decided.question >= question;
  if (phase !== 'real' || isAnswered || unknownRows(submission) === 0) return false;
  return (choice === 'attach') === (importId !== undefined);
}

/** Whether this import of the batch is known to have ended. */
export const hasEnded = ({ attempts }: Pick<Submission, 'attempts'>, importId: string): boolean =>
  attempts.some((attempt) => attempt.importId === importId && attempt.doneAt !== undefined);

export function isSameDecision(
  { decided }: Submission,
  { question, choice, importId }: DecidedEvent,
): boolean {
  return decided?.question === question && decided.choice === choice && decided.importId === importId;
}

export function decision(submission: Submission, event: DecidedEvent): Partial<Submission> {
  const { at, by, question, choice, importId } = event;
  const decided = { at, by, question, choice, ...(importId !== undefined && { importId }) };
  const before = { decided, notBefore: undefined, reason: undefined, counts: undefined };
  if (choice === 'notApplied')
    return {
      ...before,
      counts: countsDecided(submission, 'notAttempted'),
      reason: 'a person decided that it was not applied',
    };
  if (choice === 'landed')
    return {
      ...before,
      counts: countsDecided(submission, 'landed'),
      reason: 'a person decided that its rows landed',
    };
  if (importId === undefined) return before;
  return { ...before, attempts: attachImport(submission, { owner: by, importId, at }), importId };
}

export function isReverted({ reverts = [] }: Submission, { importId }: Pick<Revert, 'importId'>): boolean {
  return reverts.some((one) => one.importId === importId);
}

export function revertOf({ importId, reversed, kept, failed, reason }: Revert): Revert {
  return { importId, reversed, kept, failed, ...(reason !== undefined && { reason }) };
}
