import { describeProblems } from '@sluice/contract';
import { inChunks } from '@sluice/aws-kit/parallel';
import { FieldsNeeded } from '../lookup-fields/needed-fields.ts';
import { anyUse, isLarge } from '../records/use.ts';
import { startWriting, unregistered, type Writing } from '../lookup-fields/writing.ts';
import { readCall, requestOf } from '../store/calls.ts';
import { withOneMore, type ImportItem } from '../store/import-item.ts';
import { webhookModels } from '../webhooks/models.ts';
import type { Applying } from './applying.ts';
import { driftOf } from './drift.ts';
import type { ImportRequest } from './import-request.ts';
import { asFound } from './expected.ts';
import { unlessAltered } from './documents.ts';
import { hold, ImportBusyError, save, saveLast, type Held } from '../lease/lease.ts';
import { failuresOf, inOrder, type ImportPlan, type Outcome, type PlanStep } from './plan.ts';
import { previewOfOutcomes } from './preview.ts';
import { applyChunk, storeIntended, type AppliedChunk } from './publish-changes.ts';
import type { Run } from './run.ts';
import { keeping, stepsAgain, stepsOf } from './steps-beside-plan.ts';
import { ended, moved } from '../lease/transitions.ts';
import type { Sent, Validated } from './validate-import.ts';

/** Small, so that a crash repeats little; large, so that checkpoints cost almost nothing. */
const stepsPerChunk = 1_000;

export async function applyPlan(validated: Validated, sent: Sent, run: Run): Promise<ImportItem> {
  const { documents, publisher } = run;
  const { item } = validated;
  const held = hold(run.worker, item);
  const { plan, chunks, applying } = await planOf(validated, sent, { ...run, held });
  const writing = await writingFor(plan, item, run);
  await sendChanges(item, run);
  const outcomes: Outcome[] = [];
  for (const [at, chunk] of chunks.entries()) {
    if (at < item.chunksDone) {
      outcomes.push(...(await documents.chunk(item, at)));
      continue;
    }
    await writing.renew();
    // An earlier worker may have made a part of the first chunk.
    const isRepeat = applying.isRepeat && at === item.chunksDone;
    const made = await applyChunk(chunk, {
      applying: { ...applying, use: writing.use, isRepeat },
      publisher,
      by: run.worker.owner,
      at,
    }).catch(async (error: unknown) => {
      // Filling waits for all writers, and nothing of this one is under way.
      if (error instanceof FieldsNeeded) await writing.end();
      throw error;
    });
    outcomes.push(...made.outcomes);
    if (at === chunks.length - 1 && made.changeSet === null) break;
    await saveChunk(at, made, { ...run, held });
  }
  await writing.end();
  return finish(held.item(), { outcomes, plan, titles: sent.request.titles }, run);
}

interface Applied extends Run {
  readonly held: Held;
}

/** The changes are sent only after the import names them: of two workers that applied a chunk, one publishes it. */
async function saveChunk(at: number, made: AppliedChunk, run: Applied): Promise<void> {
  const { documents, worker, held } = run;
  const { outcomes, changeSet } = made;
  const item = held.item();
  await documents.putChunk({ ...item, by: worker.owner }, at, outcomes);
  await sendChanges(
    await held.save({
      attempts: 0,
      chunksDone: at + 1,
      outcomes: withOneMore(item.outcomes, worker.owner),
      changeSet,
    }),
    run,
  );
}

/** Sends the changes of the last chunk. An earlier worker may have died before it sent them. */
async function sendChanges({ siteId, changeSet }: ImportItem, { publisher }: Run): Promise<void> {
  if (changeSet !== null) await publisher.send({ siteId, changeSetId: changeSet });
}

/** Registers the worker if it may write records of which the site keeps only some entries. */
async function writingFor({ steps }: ImportPlan, { siteId }: ImportItem, run: Run): Promise<Writing> {
  if (!steps.some(({ kind, action }) => isLarge(kind) && action !== 'unchanged')) return unregistered;
  const { store, worker, now, sleep } = run;
  return startWriting({ store, siteId, worker: worker.owner, now, sleep });
}

/** The plan, and its chunks. What an earlier worker planned again, it may have made: this one begins with it. */
async function planOf({ item, plan: made }: Validated, { request, asInDryRun }: Sent, run: Applied) {
  const { store, blobs, documents, held, now, sleep } = run;
  const { siteId, importId, ranDate } = item;
  const { plan, again: stored } = made ? { plan: made, again: [] } : ((await documents.steps(item)) ?? {});
  if (!plan) throw new ImportBusyError(`The plan of import ${importId} is no longer stored.`);
  const again = new Map(stored?.map((step) => [step.number, step]));
  const applying: Applying = {
    store,
    siteId,
    importId,
    date: new Date(ranDate ?? now()),
    // The plan found what its dry run had found. What is planned again must find the same.
    request: asInDryRun === undefined ? request : asFound(request, plan.steps),
    use: anyUse,
    now,
    sleep,
    beat: held.beat,
    ask: () => held.save({}),
    isRepeat: made === undefined,
    keep: keeping(run, held),
    stepsOf: async (other) => {
      const found = await store.imports.get(siteId, other);
      return (found && (await unlessAltered(() => stepsOf(blobs, found)))) ?? [];
    },
    beforeCall: async (written) => {
      const requestId = requestOf(written);
      return requestId === undefined
        ? undefined
        : (await readCall(blobs, { siteId, requestId }, written))?.before;
    },
  };
  const chunks = chunksOf(plan.steps.map((step) => again.get(step.number) ?? step));
  return { plan, chunks, applying };
}

/** A chunk has records of one set only, since a later set may build on an earlier one. */
function chunksOf(steps: readonly PlanStep[]): PlanStep[][] {
  const sets = Map.groupBy(steps, ({ set }) => set);
  return [...sets.values()].flatMap((ofSet) => inChunks(ofSet, stepsPerChunk));
}

interface Finished {
  readonly outcomes: readonly Outcome[];
  readonly plan: ImportPlan;
  readonly titles: ImportRequest['titles'];
}

async function finish(
  item: ImportItem,
  { plan, titles, ...applied }: Finished,
  run: Run,
): Promise<ImportItem> {
  const outcomes = inOrder([...applied.outcomes, ...plan.unmet]);
  const problems = failuresOf(outcomes);
  // Steps that were planned again are stored beside the plan. The last one of each record was applied.
  const beside = await stepsAgain(run.blobs, item);
  const final = new Map([...plan.steps, ...beside].map((step) => [step.number, step]));
  const expected = await run.dryRuns.expectation(item, plan.dryRun);
  const drift = driftOf(expected ?? { since: item.importId, steps: plan.steps }, { outcomes, made: final });
  const by = run.worker.owner;
  const made = previewOfOutcomes(outcomes, [...final.values()], titles);
  // Without a dry run, the import is compared with its own plan. Only a difference is shown.
  const isShown = expected !== undefined || drift.records.length > 0;
  const shown = { ...made, preview: { ...made.preview, ...(isShown && { drift }) } };
  const stored = await run.documents.putPreview({ ...item, by }, shown);
  const end = { ...ended(item, run.now()), ...stored };
  if (problems.length === 0) return saveLast(run.worker, moved(item, 'succeed', end));
  const errorMessage = `${outcomes.length - problems.length} of ${outcomes.length} records were applied; these were not:\n${describeProblems(problems)}`;
  return saveLast(run.worker, moved(item, 'fail', { ...end, errorMessage }));
}

/** Publishes the chunk in which an import was given up, as far as it was or will be applied. */
export async function publishRest(
  item: ImportItem,
  sentIn: () => Promise<Sent>,
  run: Run,
): Promise<ImportItem> {
  const { publisher, worker } = run;
  await sendChanges(item, run);
  if (!(await publisher.hasSubscribers(item.siteId, webhookModels))) return item;
  const sent = await sentIn();
  const held = hold(worker, item);
  const planned = await unlessAltered(() => planOf({ item }, sent, { ...run, held }));
  // What was to be written is not known any more.
  if (planned === undefined) return item;
  const { chunks, applying } = planned;
  const at = item.chunksDone;
  const changeSet = await storeIntended(chunks[at] ?? [], { applying, publisher, by: worker.owner, at });
  const named = await save(worker, { ...item, changeSet });
  await sendChanges(named, run);
  return named;
}
