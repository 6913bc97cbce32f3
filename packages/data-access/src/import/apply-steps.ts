import { reasonOf, type RecordProblem } from '@sluice/contract';
import { inChunks, inParallel } from '@sluice/aws-kit/parallel';
import { keyText, newEntries } from '../records/lookup.ts';
import { zip } from '../store/lists.ts';
import { listOfKind, type WriteOutcome } from '../store/record.ts';
import { madeOf, type Applying } from './applying.ts';
import { setOf, type ImportRequest } from './import-request.ts';
import { kindOfSet } from './make-plan.ts';
import { findMade, planAgain, type Made } from './plan-again.ts';
import type { Outcome, PlanStep } from './plan.ts';
import { createSiteView } from './site-view.ts';
import { settleClaims, type StepWrite } from './step-writes.ts';

/** How often a record is planned again. */
const roundsAtMost = 32;
/** Other writers usually need one round. After some more, one of them may be between its claim and its record: it needs time. */
const roundsWithoutPause = 4;
const pauseMs = 10;

/** Applies steps of one set. Steps already made are kept; overtaken ones are planned again. */
async function applySteps(steps: readonly PlanStep[], applying: Applying): Promise<Outcome[]> {
  const done = new Map<number, Outcome>();
  const inPlan = new Set(steps);
  let pending: readonly PlanStep[] = steps;
  if (applying.isRepeat) {
    const { made, open } = await findMade(steps, applying);
    await enterMade(made, applying);
    for (const { step } of made) done.set(step.number, madeOf(step));
    pending = open;
  }
  const unsure = new Set((await isMisplaced(pending, applying)) ? pending : pending.filter(restsOnEarlier));
  if (unsure.size > 0) {
    const again = await planAgain([...unsure], applying);
    for (const outcome of again.settled) done.set(outcome.number, outcome);
    pending = [...pending.filter((step) => !unsure.has(step)), ...again.steps];
  }
  for (let round = 0; pending.length > 0 && round < roundsAtMost; round += 1) {
    if (round >= roundsWithoutPause) await applying.sleep(pauseMs * round);
    const { outcomes, overtaken } = await attempt(pending, inPlan, applying);
    const again = await planAgain(overtaken, applying);
    for (const outcome of [...outcomes, ...again.settled]) done.set(outcome.number, outcome);
    pending = again.steps;
  }
  for (const { number, id } of pending) {
    done.set(number, { number, id, outcome: 'failed', problem: contended(number, applying.request) });
  }
  return steps.flatMap(({ number }) => done.get(number) ?? []);
}

/** Nothing is to change, if an earlier step of the import made what the plan says. Others may have changed what that found. */
const restsOnEarlier = ({ action, first }: PlanStep): boolean => action === 'unchanged' && !first;

/** The worker that made them may not have known of a field that is used by now. */
async function enterMade(made: readonly Made[], { store, siteId, use }: Applying): Promise<void> {
  const entries = made.flatMap(({ step, record }) => newEntries(record, step.before ?? undefined, use));
  await store.lookups.add(siteId, entries);
}

/**
 * A list of an earlier set may have another id than planned, if another request created it first. Where there is one with the
 * planned id, an earlier worker may still be writing into it: so does this one, even if somebody has deleted or renamed it since.
 */
async function isMisplaced(
  [first]: readonly PlanStep[],
  { request, store, siteId, isRepeat }: Applying,
): Promise<boolean> {
  if (!first) return false;
  const set = setOf(request, first.set);
  if (set.schema.listName === undefined) return false;
  if ((await kindOfSet(set, createSiteView(store, siteId))) === first.kind) return false;
  return !isRepeat || (await store.records.get(siteId, listOfKind(first.kind))) === undefined;
}

interface Attempted {
  readonly outcomes: Outcome[];
  readonly overtaken: PlanStep[];
}

async function attempt(
  steps: readonly PlanStep[],
  inPlan: ReadonlySet<PlanStep>,
  applying: Applying,
): Promise<Attempted> {
  const { store, siteId } = applying;
  const unchanged = steps.filter(({ action }) => action === 'unchanged');
  const { writes, overtaken } = await settleClaims(steps, applying);
  const unkept = writes.filter(({ step, write }) => !inPlan.has(step) || step.id !== write.record.id);
  // Stored before the write, so that a crash loses no before-image that an undo needs.
  if (unkept.length > 0)
    await applying.keep(unkept.map(({ step, write }) => ({ ...step, id: write.record.id })));
  const entries = writes.flatMap((write) => entriesOf(write, applying));
  await store.lookups.add(siteId, entries);
  await applying.beat();
  const written = zip(writes, await writeAll(writes, applying));
  for (const [made, outcome] of written) if (outcome === 'written') applying.wrote?.(made);
  return {
    outcomes: [
      ...unchanged,
      ...written.flatMap(([{ step, write }, outcome]) =>
        outcome === 'written' ? [{ ...step, id: write.record.id }] : [],
      ),
    ].map(madeOf),
    overtaken: [
      ...overtaken,
      // Its write may have succeeded all the same, under the id of its claim.
      ...written.flatMap(([{ step, write }, outcome]) =>
        outcome === 'written' ? [] : [{ ...step, id: write.record.id }],
      ),
    ],
  };
}

/** The entries that the record lacks, without those of its claims. */
function entriesOf({ step, write, claimed }: StepWrite, { use }: Applying) {
  const held = new Set(claimed.map(({ key }) => keyText(key)));
  return newEntries(write.record, step.before ?? undefined, use).filter(({ key }) => !held.has(keyText(key)));
}

async function writeAll(writes: readonly StepWrite[], { store, siteId }: Applying): Promise<WriteOutcome[]> {
  const outcomes = new Map<StepWrite, WriteOutcome>();
  // A record may take a unique value only while it has the claim.
  for (const each of writes.filter(({ isUnique }) => isUnique)) {
    outcomes.set(each, await store.records.writeTogether(siteId, [each.write], { held: each.claimed }));
  }
  const others = writes.filter(({ isUnique }) => !isUnique);
  const plainWrites = others.map(({ write }) => write);
  const written = await store.records.write(siteId, plainWrites);
  for (const [each, outcome] of zip(others, written)) outcomes.set(each, outcome);
  return writes.map((each) => outcomes.get(each) ?? 'conflict');
}

function contended(number: number, { sets }: ImportRequest): RecordProblem {
  const record = sets.flatMap(({ records }) => records).find((each) => each.number === number);
  const { set, record: place } = record ?? { set: 0, record: 0 };
  return { number, set, record: place, field: 'record', ...reasonOf('busy') };
}

/** Ten write requests a group. One group is prepared while another is written. */
const stepsPerGroup = 250;
const groupsAtOnce = 2;

/**
 * Applies the steps of one set in concurrent groups, since no two steps of a set touch one record. With a unique field
 * the steps stay together and in order, because one record may take a value that another gives up.
 */
export async function applyGroups(steps: readonly PlanStep[], applying: Applying): Promise<Outcome[]> {
  if (haveUnique(steps, applying)) return applySteps(steps, applying);
  const groups = inChunks(steps, stepsPerGroup);
  const outcomes = groups.map((): Outcome[] => []);
  await inParallel(groups, groupsAtOnce, async (group, at) => {
    outcomes[at] = await applySteps(group, applying);
  });
  return outcomes.flat();
}

const haveUnique = ([first]: readonly PlanStep[], { request }: Applying): boolean =>
  first !== undefined && Object.values(setOf(request, first.set).schema.fields).some(({ unique }) => unique);
