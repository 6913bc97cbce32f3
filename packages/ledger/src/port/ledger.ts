import type { SealNote } from '../model/seal-note.ts';
import type { StoredItem } from '../model/stored-item.ts';
import type { Batch, Phase, Submission } from '../model/submission.ts';
import type { LedgerEvent } from '../model/event.ts';
import type { Asked, Turn } from '../lane/turn.ts';
import type { NewRun, Run, RunStatus } from '../model/run.ts';
import type { RunEvent } from '../run/events.ts';
import type { Progress } from '../run/progress.ts';
import type { InboxCursor } from '../sweep/inbox-cursor.ts';
import type { SubmissionEvent } from '../submission/events.ts';
import type { DaySums } from '../model/day-sums.ts';

export interface SubmissionRef {
  readonly runId: string;
  readonly batch: number;
  readonly phase: Phase;
}

/**
 * The result of a transition. `moved: false` means that the item refused the event, because its state does not allow it or
 * somebody else moved it first. `now` is the current item.
 */
export type Moved<T> = { readonly moved: true; readonly now: T } | { readonly moved: false; readonly now: T };

/** The events that others may give a run. Only `takeLane` writes `laneTaken`. */
export type RunEventInput = Exclude<RunEvent, { type: 'laneTaken' }>;

/** A run after it asked for its lane, and whose turn it was; without a turn it does not wait for its lane. */
export interface InLane {
  readonly run: Run;
  readonly turn?: Turn | undefined;
}

export interface RunWithProgress {
  readonly run: Run;
  readonly progress?: Progress | undefined;
}

export interface WholeRun {
  readonly run: Run;
  /** In order of batch, dry before real. */
  readonly submissions: readonly Submission[];
}

/** Filters for runs. A run is found by a fact as soon as the fact is in its history. */
export interface RunQuery {
  /** Only runs that started at or after `since` and before `until` (ISO 8601). */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly status?: RunStatus | undefined;
  readonly schema?: string | undefined;
  readonly dropper?: string | undefined;
  /** sha256 of the file. */
  readonly hash?: string | undefined;
  /** The importId of any submission of the run, dry or real. */
  readonly importId?: string | undefined;
}

export interface PageQuery extends RunQuery {
  /** At least 1. */
  readonly limit: number;
  /** The `next` of the previous page. */
  readonly after?: string | undefined;
}

/** Newest first. More runs follow if there is a `next`, even if this page is short or empty. */
export interface RunPage {
  readonly runs: readonly Run[];
  /** The ids of runs that were left out because their items cannot be read. */
  readonly unreadable?: readonly string[] | undefined;
  readonly next?: string | undefined;
}

/** At most `limit` at once, after the `next` of the page before. */
export interface Paging {
  readonly limit: number;
  readonly after?: string | undefined;
}

export interface EventPaging extends Paging {
  /** Without the events of submissions, which are not read then. */
  readonly ofRun?: boolean;
}

export interface EventPage {
  readonly events: readonly LedgerEvent[];
  /** With `ofRun`: the place of the last of these, after which later ones will be. */
  readonly last?: string | undefined;
  /** Places in the history that have something else than an event. */
  readonly unreadable?: readonly string[] | undefined;
  readonly next?: string | undefined;
}

export interface SubmissionPage {
  readonly submissions: readonly Submission[];
  readonly next?: string | undefined;
}

export interface ItemPage {
  readonly items: readonly StoredItem[];
  readonly next?: string | undefined;
}

/**
 * The table of runs, batches, submissions and events. Every write is conditional on the version that it was planned
 * on, and is read back if its reply was lost. An item and its event are written together or not at all. If somebody else moved
 * the item first, the event is tried again on the new item.
 *
 * Every method may throw LedgerError `busy`. The caller may then try again.
 */
export interface Ledger {
  /** Puts the run in `reading` unless it exists. A second call for the same run changes nothing. */
  beginRun(run: NewRun): Promise<{ created: boolean; run: Run }>;
  run(runId: string): Promise<Run | undefined>;
  /** The run with its progress, in one read of two items. */
  runWithProgress(runId: string): Promise<RunWithProgress | undefined>;
  /** Keeps what `progressOf` made of the submissions. The last one wins. */
  keepProgress(runId: string, progress: Progress): Promise<void>;
  /** The run with all of its submissions, in one read. */
  wholeRun(runId: string): Promise<WholeRun | undefined>;
  /** Reads a bounded number of items, so that it is as fast with a million runs as with ten. */
  runPage(query: PageQuery): Promise<RunPage>;
  /**
   * Runs that have not ended, or still owe a mail, oldest first. For the sweep. Here and in lists, a run that cannot be read is
   * reported to the ledger's `unreadable` and left out, so that it does not hide the others.
   */
  openRuns(): Promise<Run[]>;
  /** An event that changes nothing counts as moved. @throws LedgerError `not_found` */
  moveRun(runId: string, event: RunEventInput): Promise<Moved<Run>>;

  /**
   * Claims the content of a run that was read. A run that has ended has no claim. @returns the run that has the claim: this one, or
   * another with the same content that may still be imported
   */
  claim(run: Run): Promise<string>;
  /**
   * Makes the run the last writer of its lane, before anything of it is written. @returns the last writer: this run, or the one that
   * it would only repeat, which has landed and after which nothing was written in the lane
   */
  startWriting(run: Run): Promise<string>;
  /** What `startWriting` would return. It changes nothing, for a run that may still have to wait for a person. */
  lastWriter(run: Run): Promise<string>;

  /**
   * Gives a waiting run its lane, and writes `laneTaken` with it, if no other run needs the lane, none came before, and no
   * unresolved import of its own may still write (invariant 9). A run that does not wait remains unchanged. If two runs began to
   * wait at almost the same time, either may be first, but no older version of a file follows a newer one (invariant 22).
   * @throws LedgerError `not_found`
   */
  takeLane(runId: string, asked: Asked): Promise<InLane>;
  /**
   * The runs that should ask for the lane, if no run needs it any more: the next one, and those before it that have to learn that
   * they wait for a run that is being read. @param at ISO 8601
   */
  nextInLane(lane: string, at: string): Promise<Run[]>;
  /** The runs that wait until this one has ended, and block nobody meanwhile. */
  standingAside(runId: string): Promise<Run[]>;
  /** Whether what the run waited for is over. @param at ISO 8601 */
  mayAskForLane(run: Run, at: string): Promise<boolean>;

  /** Puts the batch and its dry submission (`planned`) unless they exist; a repeat with the same bytes is a no-op. @throws LedgerError `batch_differs` */
  planBatch(batch: Batch): Promise<void>;
  batch(runId: string, number: number): Promise<Batch | undefined>;
  /** In order of their number. */
  batches(runId: string): Promise<Batch[]>;

  /**
   * Puts a `planned` real submission for each batch unless it exists.
   * @throws LedgerError `dry_run_missing` for a batch without a successful dry run of the same bytes (invariant 5), after
   * which those before it may have been put; `batch_differs`
   */
  planRealSubmissions(batches: readonly Batch[]): Promise<void>;
  submission(ref: SubmissionRef): Promise<Submission | undefined>;
  /** All of a run, in order of batch, dry before real. */
  submissions(runId: string): Promise<Submission[]>;
  /**
   * An importId that the submission has already counts as moved. `known` is the submission that the caller read last: it saves a
   * read unless somebody has moved it since. @throws LedgerError `not_found`
   */
  moveSubmission(ref: SubmissionRef, event: SubmissionEvent, known?: Submission): Promise<Moved<Submission>>;

  /** The events of the run itself in order of time, then those of each submission in order of batch, dry before real. */
  events(runId: string): Promise<LedgerEvent[]>;
  eventPage(runId: string, page: EventPaging): Promise<EventPage>;
  /** Those of one submission. */
  submissionEvents(ref: SubmissionRef): Promise<LedgerEvent[]>;
  /** The submissions of a run in order of batch, dry before real. */
  submissionPage(runId: string, page: Paging): Promise<SubmissionPage>;
  /** The stored items of a run: the run first, then its submissions in order of batch, dry before real. */
  itemPage(runId: string, page: Paging): Promise<ItemPage>;
  /** How far the sweep is in the inbox; undefined before the first sweep. */
  inboxCursor(): Promise<InboxCursor | undefined>;
  keepInboxCursor(cursor: InboxCursor): Promise<void>;
  /** Records the seal of a day, or a list of it. The first note is never replaced. @returns the first note */
  noteSeal(note: SealNote): Promise<SealNote>;
  /** In order of days; or those of the lists of one day, in order. */
  sealNotes(day?: string): Promise<SealNote[]>;
  /** Replaces what was kept of the day. It is a cache: whatever is not there is counted again from the runs. */
  keepDaySums(sums: DaySums): Promise<void>;
  /** What is kept of the days from one to another, in order. */
  daySums(from: string, until: string): Promise<DaySums[]>;
  /** The day on which the first run started (`2026-11-21`, UTC); undefined if there is none. */
  firstDay(): Promise<string | undefined>;
  /** The ids of all runs that were written to on a day (`2026-11-21`, UTC), in order, and perhaps of some more. For the seal. */
  changedOn(day: string): AsyncIterable<string>;
}
