import type { ChangeEvent } from '@sluice/webhooks';
import { zip } from '../store/lists.ts';
import type { Publisher } from '../webhooks/publisher.ts';
import { changeOf, eventOf, versionOf, type Change } from '../webhooks/change-set.ts';
import { applyGroups } from './apply-steps.ts';
import type { Applying, Wrote } from './applying.ts';
import { kindOfSet } from './make-plan.ts';
import type { Outcome, PlanStep } from './plan.ts';
import { planAgain } from './plan-again.ts';
import { recordOf, setOf } from './import-request.ts';
import { createSiteView } from './site-view.ts';

export interface Publishing {
  readonly applying: Applying;
  readonly publisher: Publisher;
  readonly at: number;
}

/** Applies a chunk and publishes its changes before the import goes on (invariant 18). */
export async function applyAndPublish(
  steps: readonly PlanStep[],
  publishing: Publishing,
): Promise<Outcome[]> {
  const written = new Map<number, Wrote>();
  const wrote = (one: Wrote) => void written.set(one.step.number, one);
  const outcomes = await applyGroups(steps, { ...publishing.applying, wrote });
  await publish({ steps, outcomes, written }, publishing);
  return outcomes;
}

/** Publishes the applied part of a chunk that will not be continued. */
export async function publishApplied(steps: readonly PlanStep[], publishing: Publishing): Promise<void> {
  const { settled } = await planAgain(steps, publishing.applying);
  await publish({ steps, outcomes: settled, written: new Map() }, publishing);
}

interface Applied {
  readonly steps: readonly PlanStep[];
  readonly outcomes: readonly Outcome[];
  readonly written: ReadonlyMap<number, Wrote>;
}

const actions: Partial<Record<Outcome['outcome'], ChangeEvent['action']>> = {
  created: 'create',
  updated: 'update',
  deleted: 'delete',
};

async function publish(applied: Applied, { applying, publisher, at }: Publishing): Promise<void> {
  const { siteId, importId, date } = applying;
  const changed = applied.outcomes.filter(({ outcome }) => actions[outcome] !== undefined);
  const kinds = new Set(applied.steps.map(({ kind }) => kind));
  if (changed.length === 0 || !(await publisher.hasSubscribers(siteId, [...kinds]))) return;
  const set = {
    siteId,
    changeSetId: `import-${importId}-${at}`,
    // The same when the chunk is applied again, and later for later chunks.
    date: new Date(date.getTime() + at),
  };
  await publisher.publish(set, () => changesOf({ ...applied, outcomes: changed }, applying));
}

async function changesOf({ steps, outcomes, written }: Applied, applying: Applying): Promise<Change[]> {
  const exact = outcomes.map(({ number }) => written.get(number));
  const unknown = outcomes.filter((_, place) => exact[place] === undefined);
  const earlier = await madeEarlier(unknown, { steps, applying });
  return outcomes.flatMap(({ number }, place) => {
    const wrote = exact[place];
    return wrote ? changeOf(wrote.write, wrote.step.before ?? undefined) : (earlier.get(number) ?? []);
  });
}

/** The changes of an earlier delivery. Its diffs are unknown, so every field of the request is published. */
async function madeEarlier(
  outcomes: readonly Outcome[],
  { steps, applying }: { readonly steps: readonly PlanStep[]; readonly applying: Applying },
): Promise<Map<number, Change>> {
  const [first] = steps;
  if (!first || outcomes.length === 0) return new Map();
  const { store, siteId, request } = applying;
  const set = setOf(request, first.set);
  const kind = (await kindOfSet(set, createSiteView(store, siteId))) ?? first.kind;
  const refs = outcomes.map(({ id }) => ({ kind, id: id ?? '' }));
  const records = await store.records.getMany(siteId, refs);
  return new Map(
    zip(outcomes, records).flatMap(([{ number, outcome }, record]): [number, Change][] => {
      const names = Object.keys(recordOf(set, number)?.changes ?? {});
      const action = actions[outcome];
      return record && action
        ? [[number, { ...versionOf(record), event: eventOf(record, action, names) }]]
        : [];
    }),
  );
}
