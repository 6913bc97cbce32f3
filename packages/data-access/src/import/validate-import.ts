import { describeProblems, type RecordProblem } from '@sluice/contract';
import type { ImportItem } from '../store/import-item.ts';
import { driftOfRefusal } from './drift.ts';
import type { ImportRequest, RecordSets } from './import-request.ts';
import { digestOf, noSuchDryRun } from './known-dry-runs.ts';
import { hold, save, saveLast } from '../lease/lease.ts';
import { itemsOfLists } from './items-of-lists.ts';
import { makePlan } from './make-plan.ts';
import { failuresOf, inOrder, type ImportPlan } from './plan.ts';
import { previewOfPlan, previewOfRefusal } from './preview.ts';
import { saltSecret } from '../store/rows-text.ts';
import type { Run } from './run.ts';
import { ended, moved } from '../lease/transitions.ts';

export interface Sent {
  readonly request: ImportRequest;
  readonly recordSets: RecordSets;
  /** The dry run that found the records as they are expected. */
  readonly asInDryRun: string | undefined;
}

export interface Validated {
  readonly item: ImportItem;
  /** Absent when an earlier worker made it: then it is read. */
  readonly plan?: ImportPlan;
}

export async function validate(taken: ImportItem, sent: Sent, run: Run): Promise<Validated> {
  const { store, documents, dryRuns, now, worker } = run;
  const { siteId, importId } = taken;
  const digest = digestOf(sent.recordSets);
  const request = await dryRuns.expecting(taken, { ...sent, digest });
  if (request === undefined)
    return { item: await refuse(taken, { problems: [], dryRun: null, message: noSuchDryRun }, run) };
  const held = hold(worker, taken);
  const context = { store, siteId, importId, date: now(), beat: held.beat };
  const { steps, unmet, problems } = await makePlan(request, context);
  const item = held.item();
  const dryRun = item.dryRun ? null : (sent.asInDryRun ?? (await dryRuns.find(item, digest)));
  // A dry run names every record that the import would not write.
  const refused = item.dryRun ? inOrder([...problems, ...failuresOf(unmet)]) : problems;
  if (refused.length > 0) return { item: await refuse(item, { problems: refused, dryRun }, run) };
  const plan: ImportPlan = { v: 1, steps, unmet, dryRun, ...(item.dryRun && { digest }) };
  const by = worker.owner;
  const stepsSha256 = await documents.putPlan({ ...item, by }, plan, saltSecret(run.newId));
  const ranDate = now().toISOString();
  const planned = { plan: by, stepsSha256 };
  if (item.dryRun) {
    await dryRuns.note(item, digest);
    const items = await itemsOfLists(steps, context);
    const preview = previewOfPlan({ ...plan, request, items });
    const stored = await documents.putPreview({ ...item, ...planned, by }, preview);
    const end = { ...ended(item, now()), ...planned, ...stored, ranDate };
    return { item: await saveLast(worker, moved(item, 'accept', end)) };
  }
  const accepted = moved(item, 'accept');
  return { item: await save(worker, moved(accepted, 'run', { ranDate, ...planned })), plan };
}

interface Refused {
  readonly problems: readonly RecordProblem[];
  readonly dryRun: string | null;
  /** Absent where the problems say it. */
  readonly message?: string;
}

async function refuse(
  item: ImportItem,
  { problems, dryRun, message }: Refused,
  run: Run,
): Promise<ImportItem> {
  const expected = await run.dryRuns.expectation(item, dryRun);
  const failed = new Set(problems.map(({ number }) => number));
  const by = run.worker.owner;
  const { preview, pages } = previewOfRefusal(item.records, problems);
  const drift = expected && driftOfRefusal(expected, failed);
  const stored = await run.documents.putPreview(
    { ...item, by },
    { preview: { ...preview, ...(drift && { drift }) }, pages },
  );
  return saveLast(
    run.worker,
    moved(item, 'refuse', {
      ...ended(item, run.now()),
      ...stored,
      ranDate: run.now().toISOString(),
      errorMessage: message ?? describeProblems(problems),
    }),
  );
}
