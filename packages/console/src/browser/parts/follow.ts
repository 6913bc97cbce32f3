import { isReported } from '@sluice/ledger/views';
import { useRef } from 'preact/hooks';
import { followedSchema, runListsSchema, type RunHead, type RunLists } from '../app/answers.ts';
import { ask, askIfChanged } from '../app/api.ts';
import { useAnswer } from '../app/use-answer.ts';

export type RunEvent = NonNullable<RunLists['timeline']>[number];

/** A run, and the events of itself. */
export interface Followed {
  readonly run: RunHead;
  /** In order of time. */
  readonly events: readonly RunEvent[];
}

/** The answer that the page has, and what it asks with for the next one. */
interface Known extends Followed {
  readonly after: string;
  readonly tag: string | undefined;
}

/** In milliseconds: an event is on the page within two seconds, and a run that has ended may still be undone by somebody. */
const [followedEvery, restedEvery] = [1500, 15_000];
const mostListed = 200;
/** The batches of a small run are shown as they move. */
const fewBatches = 20;

/** Follows a run by its progress and the tail of its own history: at the same cost for a run of one batch and of 8,000. */
export function useRun(runId: string) {
  const known = useRef<Known | undefined>(undefined);
  const answer = useAnswer<Followed>({
    load: async () => (known.current = await next(runId, known.current)),
    of: [runId],
    every: (followed) => (followed && isReported(followed.run) ? restedEvery : followedEvery),
  });
  const again = (): void => {
    // What somebody decided may have changed batches only.
    known.current = undefined;
    answer.again();
  };
  return { ...answer, again };
}

async function next(runId: string, known: Known | undefined): Promise<Known> {
  const before = known?.run.runId === runId ? known : undefined;
  const query = { limit: '0', tail: before?.after ?? '0' };
  const found = await askIfChanged('run', { path: { runId }, query, answer: followedSchema }, before?.tag);
  if (found === undefined && before !== undefined) return before;
  if (found === undefined) throw new Error('The system answered nothing.');
  const { tail, ...run } = found.answer;
  const events = [...(before?.events ?? []), ...tail.events];
  const so = { run, events, after: tail.after, tag: tail.hasMore ? undefined : found.tag };
  return tail.hasMore ? next(runId, so) : so;
}

/** The first batches of a run, with their events, read when the run is in another status; of a small one whenever they move. */
export function useBatches({ runId, status, progress }: RunHead): RunLists | undefined {
  const isSmall = (progress?.batches ?? 0) <= fewBatches;
  const { data } = useAnswer({
    load: () => ask('run', { path: { runId }, query: { limit: String(mostListed) }, answer: runListsSchema }),
    of: [runId, status, isSmall ? JSON.stringify(progress) : ''],
  });
  return data;
}

/** Those of the run, and those of its batches, in order of time. */
export function eventsOf({ events }: Followed, lists: RunLists | undefined): RunEvent[] {
  const ofBatches = (lists?.timeline ?? []).filter(({ subject }) => subject !== 'run');
  return [...events, ...ofBatches].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}
