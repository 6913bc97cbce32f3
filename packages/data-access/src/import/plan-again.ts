import { zip } from '../store/lists.ts';
import { refKey, type StoredRecord } from '../store/record.ts';
import { madeOf, type Applying } from './applying.ts';
import { recordOf, setOf } from './import-request.ts';
import { planRecords } from './make-plan.ts';
import type { Outcome, PlanStep, Planned } from './plan.ts';
import { createSiteView } from './site-view.ts';
import { originOf, stepNumber } from './writers.ts';

export interface PlannedAgain {
  readonly steps: PlanStep[];
  /** Settled steps: an earlier delivery made them, or the current records refuse them. */
  readonly settled: Outcome[];
}

export interface Made {
  readonly step: PlanStep;
  readonly record: StoredRecord;
}

/** Finds the steps that this import has made: an earlier worker did, or the reply to a write was lost. */
export async function findMade(
  steps: readonly PlanStep[],
  applying: Applying,
): Promise<{ readonly made: Made[]; readonly open: PlanStep[] }> {
  const current = await readAgain(steps, applying);
  const isMade = await madeIn(current, applying);
  const made: Made[] = [];
  const open: PlanStep[] = [];
  for (const [at, step] of steps.entries()) {
    const record = current[at];
    if (record && isMade(record, step)) made.push({ step, record });
    else open.push(step);
  }
  return { made, open };
}

/** Plans steps of one set again, which other writers overtook. */
export async function planAgain(overtaken: readonly PlanStep[], applying: Applying): Promise<PlannedAgain> {
  const { made, open } = await findMade(overtaken, applying);
  const settled = made.map(({ step }) => madeOf(step));
  const steps: PlanStep[] = [];
  const plans = zip(open, await planOpen(open, applying));
  const found = plans.map(([, planned]) => foundBy(planned));
  const isFoundMade = await madeIn(found, applying);
  for (const [at, [step, planned]] of plans.entries()) {
    const record = found[at];
    if (planned.kind === 'refused') settled.push(failedOf(step, planned));
    else if (record && isFoundMade(record, step)) settled.push(madeOf({ ...step, id: record.id }));
    else if (planned.kind === 'unmet') settled.push(planned.outcome);
    else steps.push({ ...planned.step, first: step.first });
  }
  return { steps, settled };
}

function foundBy(planned: Planned): StoredRecord | null | undefined {
  if (planned.kind === 'unmet') return planned.match;
  return planned.kind === 'step' ? planned.step.before : undefined;
}

async function readAgain(
  steps: readonly PlanStep[],
  { store, siteId }: Applying,
): Promise<(StoredRecord | undefined)[]> {
  const refs = steps.map(({ kind, id }) => ({ kind, id: id ?? '' }));
  return store.records.getMany(siteId, refs);
}

async function planOpen(steps: readonly PlanStep[], applying: Applying): Promise<Planned[]> {
  const [first] = steps;
  if (!first) return [];
  const set = setOf(applying.request, first.set);
  const records = steps.flatMap(({ number }) => recordOf(set, number) ?? []);
  const view = createSiteView(applying.store, applying.siteId);
  return planRecords({ set, records, view }, { ...applying, date: applying.now() });
}

function failedOf({ number, id }: PlanStep, { problems }: Extract<Planned, { kind: 'refused' }>): Outcome {
  return { number, id, outcome: 'failed', problem: problems[0] };
}

/**
 * Whether an earlier delivery has already made a step and its reply or process was lost. When others have written the
 * record since, their before-images show it. Without these, its import id proves only the first step that touches it.
 */
async function madeIn(
  records: readonly (StoredRecord | null | undefined)[],
  applying: Applying,
): Promise<(record: StoredRecord, step: PlanStep) => boolean> {
  const { importId } = applying;
  const present = records.flatMap((record) => record ?? []);
  const histories = await recordHistories(present, applying);
  return (record, step) =>
    (histories.get(refKey(record)) ?? []).some((left) => {
      const number = stepNumber(originOf(left), importId);
      return number === undefined ? left.importId === importId && step.first : number >= step.number;
    });
}

/** The current version of a record and the versions that later imports found, newest first. */
type RecordHistory = readonly Pick<StoredRecord, 'writer' | 'version' | 'importId'>[];

/**
 * The history of each record, by kind and id. A record names only the last import that wrote it. Older versions are in the plans of
 * later imports, and what a call replaced is kept with the call. Two workers that find the same version find the same history, and so decide the same.
 */
async function recordHistories(
  records: readonly StoredRecord[],
  { importId, stepsOf, beforeCall }: Applying,
): Promise<ReadonlyMap<string, RecordHistory>> {
  const plans = new Map<string, Promise<ReadonlyMap<string | null, readonly PlanStep[]>>>();
  const planOf = (other: string) => {
    const found = plans.get(other) ?? byId(stepsOf(other));
    plans.set(other, found);
    return found;
  };
  const histories = new Map<string, RecordHistory>();
  for (const record of records) {
    const history: StoredRecord[] = [record];
    const asked = new Set<string | null>([null, importId]);
    for (const left of history) {
      const { importId: other, id } = left;
      const before = other === importId ? await beforeCall(left) : undefined;
      if (before) history.push(before);
      if (other === null || asked.has(other)) continue;
      asked.add(other);
      for (const { before, erased } of (await planOf(other)).get(id) ?? []) {
        const found = before ?? erased;
        if (found) history.push(found);
      }
    }
    histories.set(refKey(record), history);
  }
  return histories;
}

const byId = async (steps: Promise<readonly PlanStep[]>) => Map.groupBy(await steps, ({ id }) => id);
