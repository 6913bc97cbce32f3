import { benchRun, frequent, other, rare, rareRuns } from './bench-runs.ts';
import type { Query } from './open-history.ts';

/** A search in the history, and the number of runs on its page. */
export interface Search {
  readonly name: string;
  readonly page: 'first' | 'middle';
  readonly query: Query;
  readonly found: number;
  /** Whether the answer must have a next page. */
  readonly more: boolean;
}

const dayMs = 86_400_000;

/** The same searches for every size: each filter with a value that every other run has, that few runs have, and that none has. */
export function searchesOf(size: number, limit: number): Search[] {
  const middle = benchRun(Math.floor(size / 2), size);
  const after = `${middle.at.toISOString()}#${middle.runId}`;
  const full = { found: limit, more: true };
  const deep = (name: string, query: Query): Search[] => [
    { name, page: 'first', query, ...full },
    { name, page: 'middle', query: { ...query, after }, ...full },
  ];
  const few = (name: string, query: Query, found: number): Search => ({
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
    few('status, unfinished', { status: 'importing' }, 3),
    few('dropper, none', { dropper: 'none' }, 0),
    few('importId', { importId: middle.importId }, 1),
    few('importId, none', { importId: 'none' }, 0),
  ];
}

function dayOf(time: Date): { since: string; until: string } {
  const begins = Math.floor(time.getTime() / dayMs) * dayMs;
  return { since: new Date(begins).toISOString(), until: new Date(begins + dayMs).toISOString() };
}
