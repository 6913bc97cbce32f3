import { isReported } from '@sluice/ledger/views';
import { useRef } from 'preact/hooks';
import { runHeadSchema, runListsSchema, type RunHead, type RunLists } from '../../app/answers.ts';
import { ask } from '../../app/api.ts';
import { useAnswer } from '../../app/use-answer.ts';

export type RunEvent = NonNullable<RunLists['timeline']>[number];

/** A run, the first of its batches, and the events that were read. */
export interface Followed {
  readonly run: RunHead;
  readonly submissions: RunLists['submissions'];
  /** In order of time. */
  readonly events: readonly RunEvent[];
  /** Whether the run has more batches or events than are shown. */
  readonly hasMore: boolean;
}

/** In milliseconds: an event is on the page within two seconds, and a run that has ended may still be undone by somebody. */
const [followedEvery, restedEvery] = [1500, 15_000];
/** The same for a run of one batch and of 8,000. */
const mostListed = 200;

/** Follows a run by its progress, one item, and reads the tail of its history whenever that has changed. */
export function useRun(runId: string) {
  const last = useRef<{ readonly text: string; readonly followed: Followed } | undefined>(undefined);
  return useAnswer<Followed>({
    load: async () => {
      const run = await ask('run', { path: { runId }, query: { limit: '0' }, answer: runHeadSchema });
      const text = JSON.stringify({ ...run, eta: undefined });
      const known = last.current;
      const followed =
        known?.text === text ? { ...known.followed, run } : await withLists(run, known?.followed);
      last.current = { text, followed };
      return followed;
    },
    of: [runId],
    every: (followed) => (followed && isReported(followed.run) ? restedEvery : followedEvery),
  });
}

/** The data of an event may come in another order the next time. */
const eventKey = ({ at, subject, type }: RunEvent): string => `${at} ${subject} ${type}`;

/** Events of the run itself are listed by their time, so those since the last known one are its tail. */
async function withLists(run: RunHead, known: Followed | undefined): Promise<Followed> {
  const path = { runId: run.runId };
  const own = known?.events.filter(({ subject }) => subject === 'run').at(-1);
  const lists = (after: string | undefined) =>
    ask('run', { path, query: { limit: String(mostListed), after }, answer: runListsSchema });
  const [first, tail] = await Promise.all([lists(undefined), lists(`timeline ${own?.at ?? '0'}`)]);
  const events = new Map(
    [...(known?.events ?? []), ...(tail.timeline ?? [])].map((event) => [eventKey(event), event]),
  );
  return {
    run,
    submissions: first.submissions,
    events: [...events.values()].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)),
    hasMore: first.next !== undefined || tail.next !== undefined,
  };
}
