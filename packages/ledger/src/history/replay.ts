import type { ZodType } from 'zod';
import {
  beginnings,
  newRun,
  newSubmission,
  runBeginningSchema,
  submissionBeginningSchema,
} from './beginnings.ts';
import { type Headed, withHead } from './chain.ts';
import { LedgerError } from '../model/ledger-error.ts';
import type { WholeRun } from '../port/ledger.ts';
import { bySubject, submissionSubjectSchema, type LedgerEvent } from '../model/event.ts';
import type { Run } from '../model/run.ts';
import { type Submission, phaseSchema } from '../model/submission.ts';
import { byBatchAndPhase } from '../model/order.ts';
import { runEventSchema } from '../run/events.ts';
import { nextRun } from '../run/transitions.ts';
import { submissionEventSchema } from '../submission/events.ts';
import { nextSubmission } from '../submission/transitions.ts';

/**
 * Replays the whole history of one run. If the result differs from the stored items, one of the two was altered (invariant 10).
 * @throws LedgerError `history_broken` when a line is missing, doubled, or cannot follow from the one before it.
 */
export function replay(events: readonly LedgerEvent[]): WholeRun {
  const histories = bySubject(events);
  const ofRun = histories.get('run');
  if (!ofRun) throw new LedgerError('history_broken', 'The history has no line that begins the run.');
  histories.delete('run');
  return {
    run: replayRun(ofRun),
    submissions: [...histories.values()].map(replaySubmission).toSorted(byBatchAndPhase),
  };
}

/** Replays the run alone. @param lines in order of their versions */
export function replayRun(lines: readonly LedgerEvent[]): Run {
  const { first, rest } = split(lines, beginnings.run);
  const begun = withHead(
    newRun({ runId: first.runId, ...runBeginningSchema.parse(first.data) }, first.at),
    first,
  );
  return rest.reduce((run, line) => follow(line, run, nextRun(run, eventIn(runEventSchema, line))), begun);
}

/** Replays one submission. @param lines in order of their versions */
export function replaySubmission(lines: readonly LedgerEvent[]): Submission {
  const { first, rest } = split(lines, beginnings.submission);
  const [number, phase] = submissionSubjectSchema.parse(first.subject).split('/');
  const planned = newSubmission(
    { runId: first.runId, number: Number(number), ...submissionBeginningSchema.parse(first.data) },
    phaseSchema.parse(phase),
  );
  return rest.reduce(
    (submission, line) =>
      follow(line, submission, nextSubmission(submission, eventIn(submissionEventSchema, line))),
    withHead(planned, first),
  );
}

function eventIn<E>(schema: ZodType<E>, { subject, version, type, at, data }: LedgerEvent): E {
  const event = schema.safeParse({ ...data, type, at });
  if (event.success) return event.data;
  throw new LedgerError('history_broken', `Version ${version} of ${subject} (${type}) is no event.`, {
    cause: event.error,
  });
}

function split(lines: readonly LedgerEvent[], beginning: string) {
  const [first, ...rest] = lines;
  if (first?.type !== beginning || first.version !== 1) {
    throw new LedgerError('history_broken', `A history begins with the line "${beginning}", version 1.`);
  }
  return { first, rest };
}

function follow<T extends Headed>(line: LedgerEvent, before: T, next: T | undefined): T {
  if (next !== before && next?.version === line.version) return withHead(next, line);
  throw new LedgerError(
    'history_broken',
    `Version ${line.version} of ${line.subject} (${line.type}) cannot follow from the version before it.`,
  );
}
