import { frequent, other, rare, rareRuns, story } from './stories.ts';
import type { Query } from './open-history.ts';

/** What is asked of a history, and how many runs a whole page of the answer has. */
export interface Question {
  readonly name: string;
  readonly page: 'first' | 'middle';
  readonly query: Query;
  readonly found: number;
  /** Whether the answer has to say that there is more. */
  readonly more: boolean;
}

const dayMs = 86_400_000;

/** The same of every size: each filter by a value that every other run has, by one of few runs, and by one of none. */
export function questionsOf(size: number, limit: number): Question[] {
  const middle = story(Math.floor(size / 2), size);
  const after = `${middle.at.toISOString()}#${middle.runId}`;
  const full = { found: limit, more: true };
  const deep = (name: string, query: Query): Question[] => [
    { name, page: 'first', query, ...full },
    { name, page: 'middle', query: { ...query, after }, ...full },
  ];
  const few = (name: string, query: Query, found: number): Question => ({
    name,
    page: 'first',
    query,
    found,
    more: false,
  });
  const filters = (['status', 'schema', 'dropper', 'hash'] as const).flatMap((name) => [
    ...deep(`${name}, ${name === 'status' ? 'nearly all runs' : 'every other run'}`, {
      [name]: frequent[name],
    }),
    few(`${name}, ${rareRuns} runs`, { [name]: rare[name] }, rareRuns),
  ]);
  const day = dayOf(middle.at);
  return [
    ...deep('all', {}),
    { name: 'a day', page: 'first', query: day, ...full },
    few('a day without a run', dayOf(new Date(middle.at.getTime() + 10_000 * dayMs)), 0),
    ...filters,
    few(`status, ${rareRuns} runs, and dropper`, { status: rare.status, dropper: other.dropper }, rareRuns),
    few('status, not over yet', { status: 'importing' }, 3),
    few('dropper, nobody', { dropper: 'nobody' }, 0),
    few('importId', { importId: middle.importId }, 1),
    few('importId, none', { importId: 'none' }, 0),
  ];
}

function dayOf(time: Date): { since: string; until: string } {
  const begins = Math.floor(time.getTime() / dayMs) * dayMs;
  return { since: new Date(begins).toISOString(), until: new Date(begins + dayMs).toISOString() };
}
