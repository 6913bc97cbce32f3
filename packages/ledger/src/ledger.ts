import type { SealNote } from './audit/seal-note.ts';
import type { StoredItem } from './audit/stored-item.ts';
import type { Batch, Phase, Submission } from './submission/schemas.ts';
import type { LedgerEvent } from './history/event.ts';
import type { NewRun, Run, RunStatus } from './run/schemas.ts';
import type { RunEvent } from './run/events.ts';
import type { SubmissionEvent } from './submission/events.ts';

export interface SubmissionRef {
  readonly runId: string;
  readonly batch: number;
  readonly phase: Phase;
}

/**
 * The result of asking for a transition. `moved: false` says that the item did not take the event, because
 * its state does not allow it or somebody else moved it first; `now` is the item as it stands.
 */
export type Moved<T> = { readonly moved: true; readonly now: T } | { readonly moved: false; readonly now: T };

/** What may be asked of a run. That its lane is taken says the ledger alone, by `takeLane`. */
export type RunEventInput = Exclude<RunEvent, { type: 'laneTaken' }>;

/** How a run stands after it asked for its lane; while it has to wait, with the run that has the lane or is before it. */
export interface InLane {
  readonly run: Run;
  readonly blockedBy?: string | undefined;
}

export interface WholeRun {
  readonly run: Run;
  /** In order of batch, dry before real. */
  readonly submissions: readonly Submission[];
}

/** Which runs are asked for. A run is found by a fact from the moment on at which the fact is known. */
export interface RunQuery {
  /** Only runs that started at or after this time, and before that one (ISO 8601). */
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly status?: RunStatus | undefined;
  readonly schema?: string | undefined;
  readonly dropper?: string | undefined;
  /** sha256 of the file. */
  readonly hash?: string | undefined;
  /** One that any submission of the run got, dry or real. */
  readonly importId?: string | undefined;
}

export interface PageQuery extends RunQuery {
  /** At least 1. */
  readonly limit: number;
  /** Where the page before ended: its `next`. */
  readonly after?: string | undefined;
}

/** Newest first. A page may be short, or empty, although more follow: then it has a `next`. */
export interface RunPage {
  readonly runs: readonly Run[];
  /** The ids of runs left out, whose items cannot be read. */
  readonly unreadable?: readonly string[] | undefined;
  readonly next?: string | undefined;
}

export interface EventPage {
  readonly events: readonly LedgerEvent[];
  /** The places in the history at which something is stored that is no event. */
  readonly unreadable?: readonly string[] | undefined;
  readonly next?: string | undefined;
}

export interface ItemPage {
  readonly items: readonly StoredItem[];
  readonly next?: string | undefined;
}

/**
 * The table of runs, batches, submissions and events. Every write is conditional on the version it was planned
 * on, and is read back when its reply was lost; the event goes into the history in the same transaction. Where somebody
 * else moved the item first, the event is tried on the item as it is then, as if it had come later.
 *
 * Everything may throw LedgerError `busy`, after which the same call may be made again.
 */
export interface Ledger {
  /** Puts the run in `reading` unless it exists. A second call for the same run changes nothing. */
  beginRun(run: NewRun): Promise<{ created: boolean; run: Run }>;
  run(runId: string): Promise<Run | undefined>;
  /** With all of its submissions, for the price of one read. */
  wholeRun(runId: string): Promise<WholeRun | undefined>;
  /** As quick among a million runs as among ten: it reads a stated number of items at most. */
  runPage(query: PageQuery): Promise<RunPage>;
  /**
   * Runs that have not ended, or whose mail has neither gone out nor been refused, oldest first. For the sweep. One that cannot be
   * read, here and in a list, is left out, and told to whoever made the ledger: it must not hide the others.
   */
  openRuns(): Promise<Run[]>;
  /** An event that says what the run says already counts as moved. @throws LedgerError `not_found` */
  moveRun(runId: string, event: RunEventInput): Promise<Moved<Run>>;

  /**
   * Claims the content of a run that was read, before anything of it is written. Answers the run that holds it: this one, or another
   * that imports, or has imported, the same. A run that wrote nothing in the end holds it no more.
   */
  claim(run: Run): Promise<string>;

  /**
   * Gives a run that waits for its lane that lane, by `laneTaken` in the same write, when no other run needs it and none that waits
   * came before, and no unheard import of its own may still write (invariant 9). A run that does not wait stays as it is. Of two that began to wait moments apart either may be first.
   * @param at ISO 8601
   * @throws LedgerError `not_found`
   */
  takeLane(runId: string, at: string): Promise<InLane>;
  /** Whose turn it is, where nobody needs the lane any more. @param at ISO 8601 */
  nextInLane(lane: string, at: string): Promise<Run | undefined>;

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
   * An importId that the submission has already counts as moved. `known` is the submission as the caller read it last, which spares
   * reading it again unless somebody has moved it since. @throws LedgerError `not_found`
   */
  moveSubmission(ref: SubmissionRef, event: SubmissionEvent, known?: Submission): Promise<Moved<Submission>>;

  /** In order of time. */
  events(runId: string): Promise<LedgerEvent[]>;
  /** The same, at most `limit` at once. */
  eventPage(
    runId: string,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<EventPage>;
  /** The items of a run and of its submissions, at most `limit` at once, as they are stored: the run first, then in order of batch, dry before real. */
  itemPage(
    runId: string,
    page: { readonly limit: number; readonly after?: string | undefined },
  ): Promise<ItemPage>;
  /** Writes down that a day was sealed, once for good. Answers the note that stands. */
  noteSeal(note: SealNote): Promise<SealNote>;
  /** In order of days. */
  sealNotes(): Promise<SealNote[]>;
  /** The day on which the first run of all started (`2026-11-21`, UTC); undefined where there is none. */
  firstDay(): Promise<string | undefined>;
  /** The ids of all runs of which something was written on a day (`2026-11-21`, UTC), in order; perhaps of some more. For the seal. */
  changedOn(day: string): AsyncIterable<string>;
}
