import type { ChangeEvent } from '@sluice/contract/webhooks';
import { zip } from '../store/lists.ts';
import type { Publisher } from '../webhooks/publisher.ts';
import { changeOf, eventOf, versionOf, type Change } from '../webhooks/change-set.ts';
import { applyGroups } from './apply-steps.ts';
import type { Applying, Wrote } from './applying.ts';
import { kindOfSet } from './make-plan.ts';
import type { Outcome, PlanStep } from './plan.ts';
import { recordOf, setOf } from './import-request.ts';
import { createSiteView } from './site-view.ts';
import { writeOf } from './step-writes.ts';

export interface Publishing {
  readonly applying: Applying;
  readonly publisher: Publisher;
  /** The worker, and the number of the chunk. */
  readonly by: string;
  readonly at: number;
}

export interface AppliedChunk {
  readonly outcomes: readonly Outcome[];
  /** Its changes, which are sent once the import names them; null when nobody receives any. */
  readonly changeSet: string | null;
}

/** Applies a chunk, and stores its changes before the import goes on (invariant 18). */
export async function applyChunk(steps: readonly PlanStep[], publishing: Publishing): Promise<AppliedChunk> {
  const written = new Map<number, Wrote>();
  const wrote = (one: Wrote) => void written.set(one.step.number, one);
  const { applying } = publishing;
  // The same write of an earlier worker has its own date, which the answer to this one does not tell.
  const outcomes = await applyGroups(steps, { ...applying, ...(!applying.isRepeat && { wrote }) });
  return { outcomes, changeSet: await storeChanges({ steps, outcomes, written }, publishing) };
}

/** Stores the changes of a chunk that is given up: a part of it is made, and a stalled worker may be about to make another. */
export function storeIntended(steps: readonly PlanStep[], publishing: Publishing): Promise<string> {
  const changes = steps
    .filter(({ action }) => action !== 'unchanged')
    .map((step) => changeOf(writeOf(step, publishing.applying), step.before ?? undefined));
  return store(changes, publishing, true);
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

async function storeChanges(applied: Applied, publishing: Publishing): Promise<string | null> {
  const { applying, publisher } = publishing;
  const changed = applied.outcomes.filter(({ outcome }) => actions[outcome] !== undefined);
  const kinds = new Set(applied.steps.map(({ kind }) => kind));
  if (changed.length === 0 || !(await publisher.hasSubscribers(applying.siteId, [...kinds]))) return null;
  return store(await changesOf({ ...applied, outcomes: changed }, applying), publishing);
}

async function store(
  changes: readonly Change[],
  { applying: { siteId, importId, date }, publisher, by, at }: Publishing,
  intent = false,
): Promise<string> {
  const changeSetId = `import-${importId}-${at}-${by}`;
  // Later for later chunks.
  await publisher.store({ siteId, changeSetId, date: new Date(date.getTime() + at), intent }, changes);
  return changeSetId;
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
  const kinds = new Set([first.kind, (await kindOfSet(set, createSiteView(store, siteId))) ?? first.kind]);
  const made = [...kinds].flatMap((kind) =>
    outcomes.map((outcome) => ({ outcome, ref: { kind, id: outcome.id ?? '' } })),
  );
  const records = await store.records.getMany(
    siteId,
    made.map(({ ref }) => ref),
  );
  return new Map(
    zip(made, records).flatMap(
      ([
        {
          outcome: { number, outcome },
        },
        record,
      ]): [number, Change][] => {
        const names = Object.keys(recordOf(set, number)?.changes ?? {});
        const action = actions[outcome];
        return record && action
          ? [[number, { ...versionOf(record), event: eventOf(record, action, names) }]]
          : [];
      },
    ),
  );
}
