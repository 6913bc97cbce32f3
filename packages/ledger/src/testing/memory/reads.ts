import type { Landed } from '../../run/arrival.ts';
import type { SealNote } from '../../model/seal-note.ts';
import { placeInHistory, subjectOf } from '../../history/beginnings.ts';
import { runItem, storedItem, storedSubmission } from '../../dynamodb/items.ts';
import { inOrder, isAskedFor, withInstants } from '../../port/query.ts';
import type { Ledger, PageQuery, RunPage, SubmissionRef } from '../../port/ledger.ts';
import type { Batch, Submission } from '../../model/submission.ts';
import type { LedgerEvent } from '../../model/event.ts';
import type { Run } from '../../model/run.ts';
import { byBatchAndPhase, byStart, compare, dayOf, placeOfRun } from '../../model/order.ts';
import type { Progress } from '../../run/progress.ts';
import type { DaySums } from '../../model/day-sums.ts';
import type { InboxCursor } from '../../sweep/inbox-cursor.ts';
import { isOpen } from '../../run/transitions.ts';

export interface Stored {
  readonly runs: Map<string, Run>;
  readonly batches: Map<string, Batch>;
  readonly submissions: Map<string, Submission>;
  readonly events: LedgerEvent[];
  /** The run that has claimed it last, by content. */
  readonly claims: Map<string, string>;
  /** The run that wrote last, by lane. */
  readonly writers: Map<string, string>;
  /** The run that took a lane last, by lane: another object with each take. */
  readonly lanes: Map<string, { readonly runId: string }>;
  /** What landed last, by place. */
  readonly landed: Map<string, Landed>;
  /** Day and run. */
  readonly changed: Set<string>;
  readonly sealNotes: Map<string, SealNote>;
  inboxCursor?: InboxCursor;
  readonly progress: Map<string, Progress>;
  readonly daySums: Map<string, DaySums>;
}

type Reads =
  | 'run'
  | 'wholeRun'
  | 'runPage'
  | 'openRuns'
  | 'batch'
  | 'batches'
  | 'submission'
  | 'submissions'
  | 'events'
  | 'eventPage'
  | 'submissionEvents'
  | 'itemPage'
  | 'inboxCursor'
  | 'runWithProgress'
  | 'submissionPage'
  | 'sealNotes'
  | 'daySums'
  | 'firstDay'
  | 'changedOn';

export function memoryReads(stored: Stored): Pick<Ledger, Reads> {
  const submissions = async (runId: string) =>
    ofRun(stored.submissions.values(), runId).toSorted(byBatchAndPhase);

  const events = async (runId: string) => ofRun(stored.events, runId).toSorted(byPlace);

  return {
    run: async (runId) => stored.runs.get(runId),
    wholeRun: async (runId) => {
      const run = stored.runs.get(runId);
      return run && { run, submissions: await submissions(runId) };
    },
    runPage: async (query) => pageOf(stored, withInstants(query)),
    openRuns: async () => [...stored.runs.values()].filter(isOpen).toSorted(byStart),
    batch: async (runId, number) => stored.batches.get(batchKey(runId, number)),
    batches: async (runId) => ofRun(stored.batches.values(), runId).toSorted((a, b) => a.number - b.number),
    submission: async (ref) => stored.submissions.get(submissionKey(ref)),
    submissions,
    events,
    eventPage: async (runId, { limit, after = '', ofRun = false }) => {
      const left = (await events(runId)).filter(
        (event) => placeInHistory(event) > after && (!ofRun || event.subject === 'run'),
      );
      const page = left.slice(0, limit);
      const last = page.at(-1);
      const place = last && placeInHistory(last);
      return {
        events: page,
        ...(ofRun && { last: place }),
        ...(last && left.length > limit && { next: placeInHistory(last) }),
      };
    },
    submissionEvents: async (ref) =>
      (await events(ref.runId)).filter(({ subject }) => subject === subjectOf(ref)),
    runWithProgress: async (runId) => {
      const run = stored.runs.get(runId);
      return run && { run, progress: stored.progress.get(runId) };
    },
    submissionPage: async (runId, { limit, after }) => {
      const all = await submissions(runId);
      const from = after === undefined ? 0 : all.findIndex((one) => subjectOf(one) === after) + 1;
      const page = all.slice(from, from + limit);
      const last = page.at(-1);
      return { submissions: page, ...(last && all.length > from + limit && { next: subjectOf(last) }) };
    },
    itemPage: async (runId, { limit, after }) => {
      const run = stored.runs.get(runId);
      const items = [
        ...(run ? [storedItem(runItem(run))] : []),
        ...(await submissions(runId)).map(storedSubmission),
      ];
      const left = items.slice(items.findIndex(({ subject }) => subject === after) + 1);
      const page = left.slice(0, limit);
      return { items: page, ...(left.length > limit && { next: page.at(-1)?.subject }) };
    },
    inboxCursor: async () => stored.inboxCursor,
    ...dayReads(stored),
  };
}

function dayReads(stored: Stored): Pick<Ledger, 'sealNotes' | 'daySums' | 'firstDay' | 'changedOn'> {
  return {
    sealNotes: async (day) => sealNotes(stored, day),
    daySums: async (from, until) =>
      [...stored.daySums.values()]
        .filter(({ day }) => day >= from && day <= until)
        .toSorted((a, b) => compare(a.day, b.day)),
    firstDay: async () => {
      const [first] = [...stored.runs.values()].toSorted(byStart);
      return first && dayOf(first.startedAt);
    },
    changedOn: async function* (day) {
      const changed = [...stored.changed].toSorted(compare).map((one) => one.split(' '));
      for (const [on, runId = ''] of changed) if (on === day) yield runId;
    },
  };
}

/** Of the seals, or of the lists that a day has before its seal. */
function sealNotes(stored: Stored, day: string | undefined): SealNote[] {
  const notes = [...stored.sealNotes].toSorted(([a], [b]) => compare(a, b)).map(([, note]) => note);
  return notes.filter(({ list, ...one }) =>
    day === undefined ? list === undefined : list && one.day === day,
  );
}

const ofRun = <T extends { readonly runId: string }>(items: Iterable<T>, runId: string) =>
  [...items].filter((item) => item.runId === runId);
export const batchKey = (runId: string, number: number) => `${runId} ${number}`;
export const submissionKey = ({ runId, batch, phase }: SubmissionRef) => `${runId} ${batch} ${phase}`;

function pageOf({ runs, submissions }: Stored, query: PageQuery): RunPage {
  const { importId, limit } = query;
  const isOfImport = ({ runId }: Run) =>
    importId === undefined ||
    ofRun(submissions.values(), runId).some(({ attempts }) =>
      attempts.some((one) => one.importId === importId),
    );
  const left = inOrder([...runs.values()], query).filter((run) => isAskedFor(run, query) && isOfImport(run));
  const last = left.at(limit - 1);
  return { runs: left.slice(0, limit), ...(last && left.length > limit && { next: placeOfRun(last) }) };
}

const byPlace = (a: LedgerEvent, b: LedgerEvent) => compare(placeInHistory(a), placeInHistory(b));
