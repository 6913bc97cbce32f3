import { zip } from '../store/batches.ts';
import type { StoredRecord } from '../store/record.ts';
import { madeOf, type Applying } from './applying.ts';
import { planRecords, writerOf } from './make-plan.ts';
import type { Outcome, Planned, PlanStep } from './plan.ts';
import { recordOf, setOf } from './request.ts';
import { createSiteView } from './site-view.ts';

export interface PlannedAgain {
  readonly steps: PlanStep[];
  /** Settled already: made by an earlier delivery of the message, or refused on what is there now. */
  readonly settled: Outcome[];
}

/** Plans steps of one set anew that somebody else overtook, or that this import made before it lost its process. */
export async function planAgain(overtaken: readonly PlanStep[], applying: Applying): Promise<PlannedAgain> {
  const current = await readAgain(overtaken, applying);
  const settled: Outcome[] = [];
  const open: PlanStep[] = [];
  for (const [at, step] of overtaken.entries()) {
    const record = current[at];
    if (record && isMade(record, step, applying.importId)) settled.push(madeOf({ ...step, id: record.id }));
    else open.push(step);
  }
  const steps: PlanStep[] = [];
  for (const [step, planned] of zip(open, await planOpen(open, applying))) {
    if (planned.kind === 'refused') settled.push(failedOf(step, planned));
    else if (planned.step.before && isMade(planned.step.before, step, applying.importId)) {
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
 * Whether the step was made already: by an earlier delivery, whose answer or whose process was lost. A record that
 * others wrote since still names this import; that tells only of the first step that touches it.
 */
function isMade(record: StoredRecord, step: PlanStep, importId: string): boolean {
  if (record.importId !== importId) return false;
  const own = writerOf(importId, 0).slice(0, -1);
  return record.writer.startsWith(own) ? Number(record.writer.slice(own.length)) >= step.number : step.first;
}
