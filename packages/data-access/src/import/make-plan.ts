import { reasonOf, type RecordProblem } from '@sluice/contract';
import { inChunks } from '@sluice/aws-kit/parallel';
import { lookupKey } from '../records/lookup.ts';
import { orderedId } from '../store/ids.ts';
import type { Kind } from '../store/record.ts';
import type { LookupKey, Store } from '../store/store.ts';
import { decide, uniqueKeys } from './plan-record.ts';
import type { Outcome, Planned, PlanStep } from './plan.ts';
import { keysOfUnknown, neededFor, referencesOf } from './references.ts';
import type { ImportRecord, ImportRequest, ImportSet } from './import-request.ts';
import { createSiteView, type SiteView } from './site-view.ts';
import { writerOf } from './writers.ts';

export interface PlanContext {
  readonly store: Store;
  readonly siteId: string;
  readonly importId: string;
  readonly date: Date;
  /** Awaited between reads, so that slow ones end. */
  readonly beat?: () => Promise<void>;
}

/** As many as two rounds of requests read at once. */
const keysAtOnce = 1_600;

export interface MadePlan {
  readonly steps: PlanStep[];
  /** The records that are not as they are expected. */
  readonly unmet: Outcome[];
  readonly problems: RecordProblem[];
}

/** Plans a whole request, set after set. Each set sees the effects of the earlier ones. */
export async function makePlan({ sets }: ImportRequest, context: PlanContext): Promise<MadePlan> {
  const view = createSiteView(context.store, context.siteId);
  const steps: PlanStep[] = [];
  const unmet: Outcome[] = [];
  const problems: RecordProblem[] = [];
  for (const set of sets) {
    for (const planned of await planRecords({ set, records: set.records, view }, context)) {
      if (planned.kind === 'step') steps.push(planned.step);
      else if (planned.kind === 'unmet') unmet.push(planned.outcome);
      else problems.push(...planned.problems);
    }
  }
  return { steps, unmet, problems };
}

export interface PlannedSet {
  readonly set: ImportSet;
  readonly records: readonly ImportRecord[];
  readonly view: SiteView;
}

/** Plans the records of one set in order. It first reads all that it needs, in a few requests. */
export async function planRecords(
  { set, records, view }: PlannedSet,
  { importId, date, beat }: PlanContext,
): Promise<Planned[]> {
  const kind = await kindOfSet(set, view);
  if (kind === undefined) return records.map(withoutList);
  for (const some of inChunks(records, keysAtOnce)) {
    await beat?.();
    await load({ set, records: some, view }, kind);
  }
  return records.map((record) => {
    const planned = decide({
      set,
      record,
      kind,
      view,
      newId: orderedId(date, importId, record.number),
      writing: { writer: writerOf(importId, record.number), importId, date: date.toISOString() },
    });
    if (planned.kind === 'step' && planned.after) view.put(planned.after);
    return planned;
  });
}

/** The kind of the records of a set. Undefined for items of a list that does not exist. */
export async function kindOfSet(
  { schema }: Pick<ImportSet, 'schema'>,
  view: SiteView,
): Promise<Kind | undefined> {
  if (schema.listName === undefined) return schema.collection;
  const key = lookupKey('list', 'name', schema.listName);
  if (!key) return undefined;
  await view.load([key], []);
  const [list] = view.find(key);
  return list && `${schema.collection}:${list.id}`;
}

function withoutList({ number, set, record }: ImportRecord): Planned {
  const problem = { number, set, record, field: 'schema', ...reasonOf('list_unknown') };
  return { kind: 'refused', problems: [problem] };
}

async function load({ set, records, view }: PlannedSet, kind: Kind): Promise<void> {
  const references = records.flatMap(({ changes }) => referencesOf(set, changes));
  const needed = neededFor(references);
  const byId =
    set.lookup === 'id' ? records.map(({ lookupValue }) => ({ kind, id: String(lookupValue) })) : [];
  const keys = [
    ...records.map(({ lookupValue }) =>
      set.lookup === 'id' ? undefined : lookupKey(kind, set.lookup, lookupValue),
    ),
    ...records.flatMap(({ changes }) => uniqueKeys(set, kind, changes)),
    ...needed.keys,
  ].filter((key): key is LookupKey => key !== undefined);
  await view.load(keys, [...byId, ...needed.refs]);
  // Most references are ids, which need no second look.
  await view.load(keysOfUnknown(view, references), []);
}
