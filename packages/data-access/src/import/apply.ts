import type { RecordProblem } from '@sluice/contract';
import { claimValues } from '../records/claims.ts';
import { applied, newRecord, nextVersion, type Writing } from '../records/fields.ts';
import { lookupKey, newEntries } from '../records/lookup.ts';
import { zip } from '../store/batches.ts';
import type { RecordWrite, StoredRecord } from '../store/record.ts';
import type { LookupEntry } from '../store/store.ts';
import { planRecords, writerOf, type PlanContext } from './make-plan.ts';
import type { Outcome, PlanStep } from './plan.ts';
import type { ImportRecord, ImportRequest, ImportSet } from './request.ts';
import { createSiteView } from './site-view.ts';

export interface Applying extends PlanContext {
  readonly request: ImportRequest;
  readonly now: () => Date;
}

/** How often a record is planned anew: of several who write it at once one gets through each time, so this many can. */
const roundsAtMost = 32;

const outcomeOf = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  unchanged: 'unchanged',
} as const;

/**
 * Makes steps of one set happen, whatever of them happened before: a step that this import already made is left alone,
 * one that somebody else overtook is planned anew on what is there now.
 */
export async function applySteps(steps: readonly PlanStep[], applying: Applying): Promise<Outcome[]> {
  const done = new Map<number, Outcome>();
  let pending = steps;
  for (let round = 0; pending.length > 0 && round < roundsAtMost; round += 1) {
    const { outcomes, overtaken } = await attempt(pending, applying);
    for (const outcome of outcomes) done.set(outcome.number, outcome);
    const again = await planAgain(overtaken, applying);
    for (const outcome of again.settled) done.set(outcome.number, outcome);
    pending = again.steps;
  }
  for (const { number, id } of pending)
    done.set(number, { number, id, outcome: 'failed', problem: contended(number, applying) });
  return steps.flatMap(({ number }) => done.get(number) ?? []);
}

interface Attempted {
  readonly outcomes: Outcome[];
  readonly overtaken: PlanStep[];
}

async function attempt(steps: readonly PlanStep[], applying: Applying): Promise<Attempted> {
  const { store, siteId } = applying;
  const unchanged = steps.filter(({ action }) => action === 'unchanged');
  const { writes, overtaken } = await settleClaims(steps, applying);

  await store.lookups.add(
    siteId,
    writes.flatMap(({ step, write }) => newEntries(write.record, step.before ?? undefined)),
  );
  const written = await store.records.write(
    siteId,
    writes.map(({ write }) => write),
  );
  const settled = zip(writes, written);
  return {
    outcomes: [
      ...unchanged.map(({ number, id }): Outcome => ({ number, id, outcome: 'unchanged' })),
      ...settled.flatMap(([{ step, write }, outcome]) =>
        outcome === 'written' ? [madeOf(step, write.record.id)] : [],
      ),
    ],
    overtaken: [
      ...overtaken,
      ...settled.flatMap(([{ step }, outcome]) => (outcome === 'written' ? [] : [step])),
    ],
  };
}

const madeOf = ({ number, action }: PlanStep, id: string): Outcome => ({
  number,
  id,
  outcome: outcomeOf[action],
});

interface StepWrite {
  readonly step: PlanStep;
  readonly write: RecordWrite;
}

/** What to write, with new records under the ids that their claims give. */
async function settleClaims(
  steps: readonly PlanStep[],
  applying: Applying,
): Promise<{ writes: StepWrite[]; overtaken: PlanStep[] }> {
  const creates = steps.filter(({ action }) => action === 'create');
  const entries = creates.map((step) => claimOf(step, applying));
  const claims = await claimValues(applying.store, applying.siteId, entries);
  const changes = steps.filter(({ action }) => action === 'update' || action === 'delete');
  const writes: StepWrite[] = changes.map((step) => ({ step, write: changeOf(step, applying) }));
  const overtaken: PlanStep[] = [];
  const ids = new Set<string>();
  for (const [step, claim] of zip(creates, claims)) {
    // Two values may be claimed for one id that was never written: it can be the id of one record only.
    if (claim.kind === 'taken' || ids.has(claim.id)) overtaken.push(step);
    else {
      ids.add(claim.id);
      writes.push({ step, write: creationOf(step, claim.id, applying) });
    }
  }
  return { writes, overtaken };
}

const writingOf = ({ number }: PlanStep, { importId, now }: Applying): Writing => ({
  writer: writerOf(importId, number),
  importId,
  date: now().toISOString(),
});

function creationOf(
  { kind, changes, number }: PlanStep,
  id: string,
  { importId, date }: Applying,
): RecordWrite {
  const writing = { writer: writerOf(importId, number), importId, date: date.toISOString() };
  return { record: newRecord({ kind, id }, changes, writing), replaces: null };
}

function changeOf(step: PlanStep, applying: Applying): RecordWrite {
  const { before, changes, action } = step;
  if (!before) throw new TypeError(`Step ${step.number} changes no record.`);
  const next = action === 'delete' ? { deleted: true } : { fields: applied(before.fields, changes) };
  return { record: nextVersion(before, next, writingOf(step, applying)), replaces: before.version };
}

function claimOf({ number, set, kind, id }: PlanStep, { request }: Applying): LookupEntry {
  const { lookup, records } = setOf(request, set);
  const record = recordOf(records, number);
  const key = lookupKey(kind, lookup, record?.lookupValue);
  if (!key || id === null) throw new TypeError(`Step ${number} creates a record without a lookup value.`);
  return { key, id };
}

/** The records of a set that passed the first checks are numbered without gaps: an import with a gap is never applied. */
const recordOf = (records: readonly ImportRecord[], number: number): ImportRecord | undefined =>
  records[number - (records[0]?.number ?? 0)];

function setOf({ sets }: ImportRequest, number: number): ImportSet {
  const found = sets.find(({ set }) => set === number);
  if (!found) throw new TypeError(`There is no record set ${number}.`);
  return found;
}

interface PlannedAgain {
  readonly steps: PlanStep[];
  /** Settled already: made by an earlier delivery of the message, or refused on what is there now. */
  readonly settled: Outcome[];
}

async function planAgain(overtaken: readonly PlanStep[], applying: Applying): Promise<PlannedAgain> {
  const steps: PlanStep[] = [];
  const settled: Outcome[] = [];
  const current = await readAgain(overtaken, applying);
  for (const [step, record] of zip(overtaken, current)) {
    if (record !== 'none' && isMade(record, step, applying.importId)) settled.push(madeOf(step, record.id));
    else await planOne(step, applying, { steps, settled });
  }
  return { steps, settled };
}

async function readAgain(
  steps: readonly PlanStep[],
  { store, siteId }: Applying,
): Promise<(StoredRecord | 'none')[]> {
  const refs = steps.map(({ kind, id }) => ({ kind, id: id ?? '' }));
  return (await store.records.getMany(siteId, refs)).map((record) => record ?? 'none');
}

async function planOne(step: PlanStep, applying: Applying, { steps, settled }: PlannedAgain): Promise<void> {
  const set = setOf(applying.request, step.set);
  const records = set.records.filter(({ number }) => number === step.number);
  const view = createSiteView(applying.store, applying.siteId);
  const [planned] = await planRecords({ set, records, view }, applying);
  if (planned?.kind === 'refused') {
    const [problem] = planned.problems;
    settled.push({ number: step.number, outcome: 'failed', id: step.id, problem });
  } else if (planned?.step.before && isMade(planned.step.before, step, applying.importId)) {
    settled.push(madeOf(step, planned.step.before.id));
  } else if (planned) steps.push({ ...planned.step, first: step.first });
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

function contended(number: number, { request }: Applying): RecordProblem {
  const record = request.sets.flatMap(({ records }) => records).find((each) => each.number === number);
  const { set, record: place } = record ?? { set: 0, record: 0 };
  const expected = 'a moment in which nobody else writes the same record; import it again';
  return { number, set, record: place, field: 'record', expected };
}
