import type { ChangeEvent } from '@sluice/webhooks';
import { zip } from '../store/lists.ts';
import type { Announcer } from '../webhooks/announcer.ts';
import { changeOf, eventOf, versionOf, type Change } from '../webhooks/change-set.ts';
import { webhookModels } from '../webhooks/models.ts';
import { applyGroups } from './apply-groups.ts';
import type { Applying, Wrote } from './applying.ts';
import { kindOfSet } from './make-plan.ts';
import type { Outcome, PlanStep } from './plan.ts';
import { planAgain } from './plan-again.ts';
import { recordOf, setOf } from './request.ts';
import { createSiteView } from './site-view.ts';

export interface Telling {
  readonly applying: Applying;
  readonly announcer: Announcer;
  /** The place of the chunk in the plan. */
  readonly at: number;
}

/** Applies a chunk and has webhooks told of all that it changed, before the import goes on from there (invariant 18). */
export async function applyAndTell(steps: readonly PlanStep[], telling: Telling): Promise<Outcome[]> {
  const written = new Map<number, Wrote>();
  const wrote = (one: Wrote) => void written.set(one.step.number, one);
  const outcomes = await applyGroups(steps, { ...telling.applying, wrote });
  await tell({ steps, outcomes, written }, telling);
  return outcomes;
}

/** Has webhooks told of what was made of a chunk that nobody will go on with. */
export async function tellOfMade(steps: readonly PlanStep[], telling: Telling): Promise<void> {
  const { settled } = await planAgain(steps, telling.applying);
  await tell({ steps, outcomes: settled, written: new Map() }, telling);
}

/** Whether anybody at all hears of what a site changes. */
export const isHeard = (announcer: Announcer, siteId: string): Promise<boolean> =>
  announcer.hears(siteId, webhookModels);

interface Applied {
  readonly steps: readonly PlanStep[];
  readonly outcomes: readonly Outcome[];
  /** What this very process wrote. */
  readonly written: ReadonlyMap<number, Wrote>;
}

const actions: Partial<Record<Outcome['outcome'], ChangeEvent['action']>> = {
  created: 'create',
  updated: 'update',
  deleted: 'delete',
};

async function tell(applied: Applied, { applying, announcer, at }: Telling): Promise<void> {
  const { siteId, importId, date } = applying;
  const changed = applied.outcomes.filter(({ outcome }) => actions[outcome] !== undefined);
  const kinds = new Set(applied.steps.map(({ kind }) => kind));
  if (changed.length === 0 || !(await announcer.hears(siteId, [...kinds]))) return;
  const set = {
    siteId,
    changeSetId: `import-${importId}-${at}`,
    // The same whenever the chunk is applied again, and later for later chunks.
    date: new Date(date.getTime() + at),
  };
  await announcer.announce(set, () => changesOf({ ...applied, outcomes: changed }, applying));
}

async function changesOf({ steps, outcomes, written }: Applied, applying: Applying): Promise<Change[]> {
  const exact = outcomes.map(({ number }) => written.get(number));
  const earlier = await madeEarlier(
    outcomes.filter((_, place) => exact[place] === undefined),
    { steps, applying },
  );
  return outcomes.flatMap(({ number }, place) => {
    const wrote = exact[place];
    return wrote ? changeOf(wrote.write, wrote.step.before ?? undefined) : (earlier.get(number) ?? []);
  });
}

/**
 * What an earlier delivery of the message wrote: which fields it changed is not known any more, so all that the request
 * gave are told, with the values that they have now.
 */
async function madeEarlier(
  outcomes: readonly Outcome[],
  { steps, applying }: { readonly steps: readonly PlanStep[]; readonly applying: Applying },
): Promise<Map<number, Change>> {
  const [first] = steps;
  if (!first || outcomes.length === 0) return new Map();
  const { store, siteId, request } = applying;
  const set = setOf(request, first.set);
  const kind = (await kindOfSet(set, createSiteView(store, siteId))) ?? first.kind;
  const records = await store.records.getMany(
    siteId,
    outcomes.map(({ id }) => ({ kind, id: id ?? '' })),
  );
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
