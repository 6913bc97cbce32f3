import { createHash } from 'node:crypto';
import { describeProblems, limits, type RecordProblem } from '@sluice/contract';
import type { Mailer } from '@sluice/mail';
import { inChunks } from '@sluice/parallel';
import { FieldsNeeded, withFieldsInUse } from '../lookup-fields/needed-fields.ts';
import { anyUse, isLarge } from '../lookup-fields/use.ts';
import { startWriting, unregistered, type Writing } from '../lookup-fields/writing.ts';
import type { ImportItem } from '../store/import-item.ts';
import type { MessageQueue, RevertMessage, Services } from '../services.ts';
import { webhookModels } from '../webhooks/models.ts';
import type { Publisher } from '../webhooks/publisher.ts';
import type { Applying } from './applying.ts';
import { importDocuments, type ImportDocuments } from './documents.ts';
import { fillNeeded } from './fill-needed.ts';
import { driftOf, driftOfRefusal, type Expectation } from './drift.ts';
import { readRequest, type ImportRequest, type RecordSets } from './import-request.ts';
import { ImportBusyError, save, saveLast, takeLease, type Worker } from './lease.ts';
import { makePlan } from './make-plan.ts';
import { notifyOnce } from './notify-requester.ts';
import type { ImportPlan, Outcome, PlanStep } from './plan.ts';
import { previewOfOutcomes, previewOfPlan, previewOfRefusal } from './preview.ts';
import { applyAndPublish, publishApplied } from './publish-changes.ts';
import { stepsBesidePlan, stepsOf } from './steps-beside-plan.ts';
import { ended, isDone, moved } from './transitions.ts';
import { giveUpUndo, undoImport } from './undo/undo-import.ts';

export interface RunServices extends Pick<Services, 'store' | 'blobs' | 'queue' | 'now' | 'newId' | 'sleep'> {
  readonly mailer: Mailer;
  readonly publisher: Publisher;
  /** Receives every undo that ended. */
  readonly reverts: MessageQueue<RevertMessage>;
}

interface Run extends RunServices {
  readonly worker: Worker;
  readonly documents: ImportDocuments;
  readonly begun: number;
}

/** The import ends after so many attempts without progress. Its message comes five times; validation may use one. */
const attemptsAtMost = 3;

/** Small, so that a crash repeats little; large, so that checkpoints cost almost nothing. */
const stepsPerChunk = 1_000;

/** Runs an import or its undo to the end, from where the last worker stopped. A duplicate message does no harm. */
export async function runImport(
  { siteId, importId }: { siteId: string; importId: string },
  services: RunServices,
): Promise<void> {
  const { store, blobs, now, newId } = services;
  const run: Run = {
    ...services,
    begun: now().getTime(),
    worker: { imports: store.imports, owner: newId(), now },
    documents: importDocuments(blobs),
  };
  const found = await store.imports.get(siteId, importId);
  if (!found) throw new ImportBusyError(`There is no import ${importId} yet.`);
  const item = isDone(found)
    ? found
    : await fillNeeded(await takeLease(run.worker, found), run, (taken) => work(taken, run));
  if (item) await notifyOnce(item, run);
}

async function work(item: ImportItem, run: Run): Promise<ImportItem> {
  if (item.state === 'reverting')
    return item.attempts > attemptsAtMost ? giveUpUndo(item, run) : undoImport(item, run);
  if (item.attempts > attemptsAtMost) return giveUp(item, run);
  return validateAndApply(item, { ...run, store: withFieldsInUse(run.store) });
}

async function validateAndApply(item: ImportItem, run: Run): Promise<ImportItem> {
  const { request, recordSets } = await requestOf(item, run);
  const validated =
    item.state === 'validating'
      ? await validate(item, { request, digest: digestOf(recordSets) }, run)
      : { item };
  return validated.item.state === 'running' ? applyPlan(validated, request, run) : validated.item;
}

async function requestOf(item: ImportItem, { documents }: Run) {
  const body = await documents.body(item);
  if (!body) throw new ImportBusyError(`Import ${item.importId} has no body yet.`);
  const { recordSets, customFields } = body;
  return { request: readRequest(recordSets, customFields), recordSets };
}

interface Sent {
  readonly request: ImportRequest;
  readonly digest: string;
}

interface Validated {
  readonly item: ImportItem;
  /** Absent when an earlier worker made it: then it is read. */
  readonly plan?: ImportPlan;
}

async function validate(item: ImportItem, { request, digest }: Sent, run: Run): Promise<Validated> {
  const { store, documents, now, worker } = run;
  const { siteId, importId } = item;
  const { steps, problems } = await makePlan(request, { store, siteId, importId, date: now() });
  const dryRun = item.dryRun ? null : await dryRunOf(item, digest, run);
  if (problems.length > 0) return { item: await refuse(item, { problems, dryRun }, run) };
  const plan: ImportPlan = { v: 1, steps, dryRun };
  await documents.putPlan(item, plan);
  if (item.dryRun) {
    await noteDryRun(item, digest, run);
    await documents.putPreview(item, previewOfPlan(steps, request.titles));
    const ranDate = now().toISOString();
    return { item: await saveLast(worker, moved(item, 'accept', { ...ended(item, now()), ranDate })) };
  }
  const accepted = moved(item, 'accept');
  return { item: await save(worker, moved(accepted, 'run', { ranDate: now().toISOString() })), plan };
}

interface Refused {
  readonly problems: readonly RecordProblem[];
  readonly dryRun: string | null;
}

async function refuse(item: ImportItem, { problems, dryRun }: Refused, run: Run): Promise<ImportItem> {
  const expected = await expectationOf(dryRun, item, run);
  const failed = new Set(problems.map(({ number }) => number));
  await run.documents.putPreview(item, {
    ...previewOfRefusal(item.records, problems),
    ...(expected && { drift: driftOfRefusal(expected, failed) }),
  });
  return saveLast(
    run.worker,
    moved(item, 'refuse', {
      ...ended(item, run.now()),
      ranDate: run.now().toISOString(),
      errorMessage: describeProblems(problems),
    }),
  );
}

async function applyPlan(validated: Validated, request: ImportRequest, run: Run): Promise<ImportItem> {
  const { documents, worker, publisher } = run;
  const { item } = validated;
  const { plan, chunks, applying } = await planOf(validated, request, run);
  const writing = await writingFor(plan, item, run);
  // An earlier worker may have applied a part of the first chunk before it died.
  const isRepeat = item.attempts > 0;
  const writer: Applying = { ...applying, use: writing.use };
  const repeating: Applying = {
    ...writer,
    stepsOf: (importId) => stepsOf(run.blobs, { siteId: item.siteId, importId }),
  };
  const outcomes: Outcome[] = [];
  let current = item;
  for (const [at, chunk] of chunks.entries()) {
    if (at < current.chunksDone) {
      outcomes.push(...(await documents.chunk(item, at)));
      continue;
    }
    await writing.renew();
    const isFirst = at === item.chunksDone;
    const made = await applyAndPublish(chunk, {
      applying: isFirst && isRepeat ? repeating : writer,
      publisher,
      at,
    }).catch(async (error: unknown) => {
      // Filling waits for all writers, and nothing of this one is under way.
      if (error instanceof FieldsNeeded) await writing.end();
      throw error;
    });
    outcomes.push(...made);
    if (at === chunks.length - 1) break;
    await documents.putChunk(item, at, made);
    current = await save(worker, { ...current, attempts: 0, chunksDone: at + 1 });
  }
  await writing.end();
  return finish(current, { outcomes, plan, titles: request.titles }, run);
}

/** Registers the worker if it may write records of which the site keeps only some entries. */
async function writingFor({ steps }: ImportPlan, { siteId }: ImportItem, run: Run): Promise<Writing> {
  if (!steps.some(({ kind, action }) => isLarge(kind) && action !== 'unchanged')) return unregistered;
  const { store, worker, now, sleep } = run;
  return startWriting({ store, siteId, worker: worker.owner, now, sleep });
}

/** The steps that a dry run expected, if there was one and its plan is still stored. */
async function expectationOf(
  since: string | null,
  { siteId }: ImportItem,
  { documents }: Run,
): Promise<Expectation | undefined> {
  if (since === null) return undefined;
  const plan = await documents.plan({ siteId, importId: since });
  return plan && { since, steps: plan.steps };
}

async function planOf({ item, plan: made }: Validated, request: ImportRequest, run: Run) {
  const { store, blobs, documents, now, sleep } = run;
  const { siteId, importId, ranDate } = item;
  const plan = made ?? (await documents.plan(item));
  if (!plan) throw new ImportBusyError(`Import ${importId} has no plan yet.`);
  const { keep } = stepsBesidePlan(blobs, item);
  const applying: Applying = {
    store,
    siteId,
    importId,
    date: new Date(ranDate ?? now()),
    request,
    use: anyUse,
    now,
    sleep,
    keep,
  };
  return { plan, chunks: chunksOf(plan.steps), applying };
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

async function finish(item: ImportItem, { outcomes, plan, titles }: Finished, run: Run): Promise<ImportItem> {
  const problems = outcomes.flatMap(({ problem }) => (problem ? [problem] : []));
  // Steps that were planned again are stored beside the plan. The last one of each record was applied.
  const beside = await stepsBesidePlan(run.blobs, item).read();
  const made = new Map([...plan.steps, ...beside].map((step) => [step.number, step]));
  const expected = await expectationOf(plan.dryRun, item, run);
  const drift = driftOf(expected ?? { since: item.importId, steps: plan.steps }, { outcomes, made });
  await run.documents.putPreview(item, {
    ...previewOfOutcomes(outcomes, [...made.values()], titles),
    // Without a dry run, the import is compared with its own plan. Only a difference is shown.
    ...((expected || drift.records.length > 0) && { drift }),
  });
  const end = ended(item, run.now());
  if (problems.length === 0) return saveLast(run.worker, moved(item, 'succeed', end));
  const applied = outcomes.length - problems.length;
  const errorMessage = `${applied} of ${outcomes.length} records were applied; these were not:\n${describeProblems(problems)}`;
  return saveLast(run.worker, moved(item, 'fail', { ...end, errorMessage }));
}

async function giveUp(item: ImportItem, run: Run): Promise<ImportItem> {
  const end = { ...ended(item, run.now()), errorMessage: gaveUp(item) };
  if (item.state === 'running') {
    await publishRest(item, run);
    return saveLast(run.worker, moved(item, 'fail', end));
  }
  return saveLast(run.worker, moved(item, 'refuse', { ...end, ranDate: run.now().toISOString() }));
}

/** Publishes the chunk in which an import was given up: a part of it may be applied. */
async function publishRest(item: ImportItem, run: Run): Promise<void> {
  const { publisher } = run;
  if (!(await publisher.hasSubscribers(item.siteId, webhookModels))) return;
  const { request } = await requestOf(item, run);
  const { chunks, applying } = await planOf({ item }, request, run);
  const chunk = chunks[item.chunksDone];
  if (chunk) await publishApplied(chunk, { applying, publisher, at: item.chunksDone });
}

const gaveUp = ({ state }: ImportItem): string =>
  state === 'running'
    ? 'The service failed while saving, again and again. Some records may have been saved; the same import sent again saves the rest.'
    : 'The service failed while validating, again and again. Nothing was saved.';

/** Identifies record sets by their JSON. */
const digestOf = (recordSets: RecordSets): string =>
  createHash('sha256').update(JSON.stringify(recordSets)).digest('base64url');

/** Records a valid dry run, so that the import of the same record sets is compared with it. */
async function noteDryRun(
  { siteId, importId }: ImportItem,
  digest: string,
  { store, now }: Run,
): Promise<void> {
  const expires = Math.floor(now().getTime() / 1000) + limits.dryRunDays * 24 * 3600;
  await store.dryRuns.note({ siteId, digest, importId, expires });
}

async function dryRunOf(
  { siteId, importId }: ImportItem,
  digest: string,
  { store, now }: Run,
): Promise<string | null> {
  const found = await store.dryRuns.find(siteId, digest, now());
  // A later dry run says nothing about this import.
  return found !== undefined && found < importId ? found : null;
}
