import { zip } from '../store/lists.ts';
import { refKey, type StoredRecord } from '../store/record.ts';
import { madeOf, type Applying } from './applying.ts';
import { planRecords } from './make-plan.ts';
import type { Outcome, Planned, PlanStep } from './plan.ts';
import { recordOf, setOf } from './import-request.ts';
import { createSiteView } from './site-view.ts';
import { recordHistories } from './record-histories.ts';
import { originOf, stepNumber } from './undo/writers.ts';

export interface PlannedAgain {
  readonly steps: PlanStep[];
  /** Settled already: made by an earlier delivery of the message, or refused on what is there now. */
  readonly settled: Outcome[];
}

/** Plans steps of one set anew that somebody else overtook, or that this import made before it lost its process. */
export async function planAgain(overtaken: readonly PlanStep[], applying: Applying): Promise<PlannedAgain> {
  const current = await readAgain(overtaken, applying);
  const isMade = await madeIn(current, applying);
  const settled: Outcome[] = [];
  const open: PlanStep[] = [];
  for (const [at, step] of overtaken.entries()) {
    const record = current[at];
    if (record && isMade(record, step)) settled.push(madeOf({ ...step, id: record.id }));
    else open.push(step);
  }
  const steps: PlanStep[] = [];
  const plans = zip(open, await planOpen(open, applying));
  const isFoundMade = await madeIn(
    plans.map(([, planned]) => (planned.kind === 'step' ? planned.step.before : undefined)),
    applying,
  );
  for (const [step, planned] of plans) {
    if (planned.kind === 'refused') settled.push(failedOf(step, planned));
    else if (planned.step.before && isFoundMade(planned.step.before, step)) {
      settled.push(madeOf({ ...step, id: planned.step.before.id }));
    } else steps.push({ ...planned.step, first: step.first });
  }
  return { steps, settled };
}

async function readAgain(
  steps: readonly PlanStep[],
  { store, siteId }: Applying,
): Promise<(StoredRecord | undefined)[]> {
  return store.records.getMany(
    siteId,
    steps.map(({ kind, id }) => ({ kind, id: id ?? '' })),
  );
}

async function planOpen(steps: readonly PlanStep[], applying: Applying): Promise<Planned[]> {
  const [first] = steps;
  if (!first) return [];
  const set = setOf(applying.request, first.set);
  const records = steps.flatMap(({ number }) => recordOf(set, number) ?? []);
  return planRecords({ set, records, view: createSiteView(applying.store, applying.siteId) }, applying);
}

function failedOf({ number, id }: PlanStep, { problems }: Extract<Planned, { kind: 'refused' }>): Outcome {
  return { number, id, outcome: 'failed', problem: problems[0] };
}

/**
 * Whether steps were made already: by an earlier delivery, whose answer or whose process was lost. A record that others
 * wrote since still names this import, or they keep that it did; that covers only the first step that touches it.
 */
async function madeIn(
  records: readonly (StoredRecord | null | undefined)[],
  applying: Applying,
): Promise<(record: StoredRecord, step: PlanStep) => boolean> {
  const { importId } = applying;
  const histories = await recordHistories(
    records.flatMap((record) => record ?? []),
    applying,
  );
  return (record, step) =>
    (histories.get(refKey(record)) ?? []).some((left) => {
      const number = stepNumber(originOf(left), importId);
      return number === undefined ? left.importId === importId && step.first : number >= step.number;
    });
}
