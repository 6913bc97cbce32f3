import * as z from 'zod';
import { type NewRun, type Run, newRunSchema } from '../model/run.ts';
import type { Batch, Phase, Submission } from '../model/submission.ts';
import { compare } from '../model/order.ts';
import type { EventLine, LedgerEvent, Subject } from '../model/event.ts';

/** An item with a version that increases with every write. */
export interface Versioned {
  readonly version: number;
}

/** The first events of a history. They have all the facts that later events build on. */
export const runBeginningSchema = newRunSchema.omit({ runId: true });
export const submissionBeginningSchema = z.object({
  sha256: z.string(),
  rows: z.int().nonnegative(),
});

/** The event types of a history's first lines. */
export const beginnings = { run: 'begun', submission: 'planned' } as const;

export function newRun(facts: NewRun, at: string): Run {
  return { ...newRunSchema.parse(facts), status: 'reading', startedAt: at, trackers: 0, version: 1 };
}

export function newSubmission(
  { runId, number, sha256, rows }: Pick<Batch, 'runId' | 'number' | 'sha256' | 'rows'>,
  phase: Phase,
): Submission {
  return { runId, batch: number, phase, sha256, rows, status: 'planned', attempts: [], version: 1 };
}

/** Whether a dry run has passed with a row to write: the profile may leave out each. */
export const hasRowsToWrite = ({
  status,
  counts,
  rows,
}: Pick<Submission, 'status' | 'counts' | 'rows'>): boolean =>
  status === 'succeeded' && (counts?.skipped ?? 0) < rows;

/**
 * The real submission of a batch: exactly the record sets that passed its dry run, which may be fewer than were planned
 * (invariant 5). Undefined if its dry run did not pass, or left no row to write.
 */
export function realSubmission(batch: Batch, dry: Submission | undefined): Submission | undefined {
  if (dry === undefined || !hasRowsToWrite(dry) || dry.sha256 !== sentSha256(batch, dry)) return undefined;
  return newSubmission({ ...batch, sha256: dry.sha256, rows: dry.asked ?? batch.rows }, 'real');
}

/** The hash of the bytes that the dry run of a batch sends. */
export function sentSha256(batch: Batch, dry: Submission | undefined): string {
  return dry?.round === undefined ? batch.sha256 : dry.sha256;
}

export function subjectOf({ batch, phase }: { readonly batch: number; readonly phase: Phase }): Subject {
  return `${batch}/${phase}`;
}

export function runBegun(run: Run): EventLine {
  const { runId, startedAt, version } = run;
  const data = runBeginningSchema.parse(run);
  return { runId, subject: 'run', version, at: startedAt, type: beginnings.run, data };
}

export function submissionPlanned(submission: Submission, at: string): EventLine {
  const { runId, sha256, rows, version } = submission;
  return {
    runId,
    subject: subjectOf(submission),
    version,
    at,
    type: beginnings.submission,
    data: { sha256, rows },
  };
}

/** Sorts events by time, then by item, then by version. */
export function placeInTime({ at, subject, version }: LedgerEvent): string {
  const [batch = '', phase] = subject.split('/');
  const item = phase === undefined ? subject : `${padded(Number(batch))}/${phase}`;
  return `${at}#${item}#${padded(version)}`;
}

export function inOrderOfTime(events: readonly LedgerEvent[]): LedgerEvent[] {
  return events
    .map((event) => ({ event, place: placeInTime(event) }))
    .toSorted((one, other) => compare(one.place, other.place))
    .map(({ event }) => event);
}

/** Sorts the events of a run as the ledger lists them: its own by time, then those of each submission by version. */
export function placeInHistory(event: LedgerEvent): string {
  const [batch = '', phase] = event.subject.split('/');
  if (phase === undefined) return placeInTime(event);
  // Every time sorts before this.
  return `~${padded(Number(batch))}/${phase}#${padded(event.version)}`;
}

/** Padded for all batches and versions of a run, so that the text sorts in the order of the numbers. */
export function padded(n: number): string {
  return String(n).padStart(7, '0');
}

/** The line in the history for an event that gave the item this version. */
export function eventLine(
  event: { readonly type: string; readonly at: string },
  { runId, subject, version }: Pick<LedgerEvent, 'runId' | 'subject' | 'version'>,
): EventLine {
  const { type, at, ...data } = event;
  return { runId, subject, version, at, type, data };
}
