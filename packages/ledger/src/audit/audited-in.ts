import type { RunSummaryJson } from '../views/run-json.ts';
import { namedIn } from './audit.ts';
import type { AuditedHistory, RunChain, Times } from './audited-history.ts';
import { headIn } from './head-in.ts';
import { daysOf } from './verify-history.ts';
import type { Head } from './verify-run.ts';

/** A run or a start of a migration, with its history. */
export interface Audited {
  readonly id: string;
  readonly chain: RunChain;
  /** Of a run that was listed. */
  readonly run?: RunSummaryJson;
  /** The ends of the history by its items, read before the history. */
  readonly heads?: readonly Head[];
}

/** What lists runs too, newest first. */
export interface ListedHistory extends Pick<AuditedHistory, 'chain' | 'seals' | 'sealedList'> {
  runs(times: Times): AsyncIterable<RunSummaryJson>;
  /** Only if heads are asked for. */
  readonly items?: AuditedHistory['items'];
}

/**
 * Every run and start of a migration that an audit verifies for these times, once each: the runs that began then, newest
 * first, what the lists of these days name, and what the histories of all these name.
 */
export async function* auditedIn(times: Times, history: ListedHistory): AsyncGenerator<Audited> {
  const seen = new Set<string>();
  async function* withNamed(id: string, run?: RunSummaryJson): AsyncGenerator<Audited> {
    if (seen.has(id)) return;
    seen.add(id);
    const items = await history.items?.(id);
    const chain = await history.chain(id);
    if (!chain) return;
    yield { id, chain, ...(run && { run }), ...(items && { heads: items.map(headIn) }) };
    for (const other of namedIn(chain.events)) yield* withNamed(other);
  }
  for await (const run of history.runs(times)) yield* withNamed(run.runId, run);
  const { seals, lists } = await history.seals(daysOf(times));
  for (const { day } of seals) for (const id of idsIn(await history.sealedList(day))) yield* withNamed(id);
  for (const { day, list, isStored } of lists)
    if (isStored) for (const id of idsIn(await history.sealedList(day, list))) yield* withNamed(id);
}

/** Lists are canonical JSON; `verify` reports one that was changed. */
const idsIn = (list: string): string[] =>
  [...list.matchAll(/"runId":("(?:[^"\\]|\\.)*")/gu)].map(([, id]) => String(JSON.parse(id ?? '""')));
