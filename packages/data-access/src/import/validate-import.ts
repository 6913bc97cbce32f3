import { createHash } from 'node:crypto';
import { describeProblems, limits, type RecordProblem } from '@sluice/contract';
import type { ImportItem } from '../store/import-item.ts';
import { driftOfRefusal } from './drift.ts';
import type { ImportRequest, RecordSets } from './import-request.ts';
import { hold, save, saveLast } from './lease.ts';
import { makePlan } from './make-plan.ts';
import type { ImportPlan } from './plan.ts';
import { previewOfPlan, previewOfRefusal } from './preview.ts';
import { expectationOf, type Run } from './run.ts';
import { ended, moved } from './transitions.ts';

export interface Sent {
  readonly request: ImportRequest;
  readonly digest: string;
}

export interface Validated {
  readonly item: ImportItem;
  /** Absent when an earlier worker made it: then it is read. */
  readonly plan?: ImportPlan;
}

export async function validate(taken: ImportItem, { request, digest }: Sent, run: Run): Promise<Validated> {
  const { store, documents, now, worker } = run;
  const { siteId, importId } = taken;
  const held = hold(worker, taken);
  const context = { store, siteId, importId, date: now(), beat: held.beat };
  const { steps, problems } = await makePlan(request, context);
  const item = held.item();
  const dryRun = item.dryRun ? null : await dryRunOf(item, digest, run);
  if (problems.length > 0) return { item: await refuse(item, { problems, dryRun }, run) };
  const plan: ImportPlan = { v: 1, steps, dryRun };
  const by = worker.owner;
  await documents.putPlan({ ...item, by }, plan);
  const ranDate = now().toISOString();
  if (item.dryRun) {
    await noteDryRun(item, digest, run);
    await documents.putPreview({ ...item, by }, previewOfPlan(steps, request.titles));
    const end = { ...ended(item, now()), ranDate, plan: by, preview: by };
    return { item: await saveLast(worker, moved(item, 'accept', end)) };
  }
  const accepted = moved(item, 'accept');
  return { item: await save(worker, moved(accepted, 'run', { ranDate, plan: by })), plan };
}

interface Refused {
  readonly problems: readonly RecordProblem[];
  readonly dryRun: string | null;
}

async function refuse(item: ImportItem, { problems, dryRun }: Refused, run: Run): Promise<ImportItem> {
  const expected = await expectationOf(dryRun, item, run);
  const failed = new Set(problems.map(({ number }) => number));
  const by = run.worker.owner;
  await run.documents.putPreview(
    { ...item, by },
    {
      ...previewOfRefusal(item.records, problems),
      ...(expected && { drift: driftOfRefusal(expected, failed) }),
    },
  );
  return saveLast(
    run.worker,
    moved(item, 'refuse', {
      ...ended(item, run.now()),
      ranDate: run.now().toISOString(),
      preview: by,
      errorMessage: describeProblems(problems),
    }),
  );
}

/** Identifies record sets by their JSON. */
export const digestOf = (recordSets: RecordSets): string =>
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
