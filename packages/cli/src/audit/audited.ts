import type { Times } from '../io/since.ts';
import { daysOf, namedIn, type RunChain } from '@sluice/ledger/audit';
import type { History } from '../system/history.ts';
import type { RunSummaryJson } from '@sluice/ledger/views';

/** A run or a start of a migration, with its history. */
export interface Audited {
  readonly id: string;
  readonly chain: RunChain;
  /** Of a run that was listed. */
  readonly run?: RunSummaryJson;
}

/**
 * Every run and start of a migration that `audit verify` verifies for these times, once each: the runs that began then, newest
 * first, what the lists of these days name, and what the histories of all these name.
 */
export async function* auditedIn(times: Times, history: History): AsyncGenerator<Audited> {
  const seen = new Set<string>();
  async function* withNamed(id: string, run?: RunSummaryJson): AsyncGenerator<Audited> {
    if (seen.has(id)) return;
    seen.add(id);
    const chain = await history.chain(id);
    if (!chain) return;
    yield { id, chain, ...(run && { run }) };
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
