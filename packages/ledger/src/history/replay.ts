import { z, type ZodType } from 'zod';
import { beginnings, newRun, runBeginningSchema, submissionBeginningSchema } from './beginnings.ts';
import { type Headed, withHead } from './chain.ts';
import { LedgerError } from '../ledger-error.ts';
import type { LedgerEvent, Subject } from './event.ts';
import type { Run } from '../run/schemas.ts';
import { type Submission, phaseSchema } from '../submission/schemas.ts';
import { byBatchAndPhase } from '../order.ts';
import { runEventSchema } from '../run/events.ts';
import { nextRun } from '../run/transitions.ts';
import { submissionEventSchema } from '../submission/events.ts';
import { nextSubmission } from '../submission/transitions.ts';

const subjectSchema = z.templateLiteral([z.int(), '/', phaseSchema]);

/** The items by their history. If they differ from the stored items, one of the two was altered (invariant 10). */
export interface Replay {
  readonly run: Run;
  /** In order of batch, dry before real. */
  readonly submissions: readonly Submission[];
}

/**
 * Replays the whole history of one run.
 * @throws LedgerError `history_broken` when a line is missing, doubled, or cannot follow from the one before it.
 */
export function replay(events: readonly LedgerEvent[]): Replay {
  const bySubject = Map.groupBy(events, ({ subject }) => subject);
  const histories = [...bySubject].map(([subject, lines]) => ({
    subject,
    lines: lines.toSorted((a, b) => a.version - b.version),
  }));
  const ofRun = histories.find(({ subject }) => subject === 'run');
  if (!ofRun) throw new LedgerError('history_broken', 'The history has no line that begins the run.');
  return {
    run: replayRun(ofRun.lines),
    submissions: histories
      .filter(({ subject }) => subject !== 'run')
      .map(({ lines }) => replaySubmission(lines))
      .toSorted(byBatchAndPhase),
  };
}

/** Replays the run alone. @param lines in order of their versions */
export function replayRun(lines: readonly LedgerEvent[]): Run {
  const { first, rest } = split(lines, beginnings.run);
  const begun = withHead(
    newRun({ runId: first.runId, ...runBeginningSchema.parse(first.data) }, first.at),
    first,
  );
  return rest.reduce((run, line) => follow(line, run, nextRun(run, spoken(runEventSchema, line))), begun);
}

/** Replays one submission. @param lines in order of their versions */
export function replaySubmission(lines: readonly LedgerEvent[]): Submission {
  const { first, rest } = split(lines, beginnings.submission);
  const planned: Submission = {
    runId: first.runId,
    ...named(first.subject),
    ...submissionBeginningSchema.parse(first.data),
    status: 'planned',
    attempts: [],
    version: 1,
  };
  return rest.reduce(
    (submission, line) =>
      follow(line, submission, nextSubmission(submission, spoken(submissionEventSchema, line))),
    withHead(planned, first),
  );
}

function named(subject: Subject): Pick<Submission, 'batch' | 'phase'> {
  const [batch, phase] = subjectSchema.parse(subject).split('/');
  return { batch: Number(batch), phase: phaseSchema.parse(phase) };
}

function spoken<E>(schema: ZodType<E>, { subject, version, type, at, data }: LedgerEvent): E {
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
