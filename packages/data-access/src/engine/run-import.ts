import { withFieldsInUse } from '../lookup-fields/needed-fields.ts';
import type { ImportItem } from '../store/import-item.ts';
import { applyPlan, publishRest } from '../import/apply-plan.ts';
import { importDocuments } from '../import/documents.ts';
import { fillNeeded } from '../import/fill-needed.ts';
import { readRequest } from '../import/import-request.ts';
import { knownDryRuns } from '../import/known-dry-runs.ts';
import { ImportBusyError, saveLast, takeLease } from '../lease/lease.ts';
import { notifyOnce } from '../import/notify-requester.ts';
import type { Run, RunServices } from '../import/run.ts';
import { ended, isDone, moved } from '../lease/transitions.ts';
import { giveUpUndo, publishRestOfUndo, undoImport } from '../undo/undo-import.ts';
import { validate, type Sent } from '../import/validate-import.ts';

/** The import ends after so many attempts without progress. Its message comes five times; validation may use one. */
const attemptsAtMost = 3;
/** After so many it ends even if what it has written cannot be published. */
const attemptsToPublish = 2 * attemptsAtMost;

/** Runs an import or its undo to the end, from where the last worker stopped. A duplicate message does no harm. */
export async function runImport(
  { siteId, importId }: { siteId: string; importId: string },
  services: RunServices,
): Promise<void> {
  const { store, blobs, now, newId } = services;
  const documents = importDocuments(blobs);
  const run: Run = {
    ...services,
    begun: now().getTime(),
    worker: { imports: store.imports, owner: newId(), now },
    documents,
    dryRuns: knownDryRuns({ store, documents, now }),
  };
  const found = await store.imports.get(siteId, importId);
  if (!found) throw new ImportBusyError(`There is no import ${importId} yet.`);
  const item = isDone(found)
    ? found
    : await fillNeeded(await takeLease(run.worker, found), run, (taken) => work(taken, run));
  if (item) await notifyOnce(item, run);
}

async function work(item: ImportItem, run: Run): Promise<ImportItem> {
  const isUndo = item.state === 'reverting';
  if (item.attempts > attemptsAtMost) {
    const told = item.attempts > attemptsToPublish ? item : await publishLast(item, run);
    return isUndo ? giveUpUndo(told, run) : giveUp(told, run);
  }
  if (isUndo) return undoImport(item, run);
  return validateAndApply(item, { ...run, store: withFieldsInUse(run.store) });
}

/** Publishes what it has written since its last progress. */
async function publishLast(item: ImportItem, run: Run): Promise<ImportItem> {
  if (item.state === 'reverting') return publishRestOfUndo(item, run);
  return item.state === 'running' ? publishRest(item, () => sentIn(item, run), run) : item;
}

async function validateAndApply(item: ImportItem, run: Run): Promise<ImportItem> {
  const sent = await sentIn(item, run);
  const validated = item.state === 'validating' ? await validate(item, sent, run) : { item };
  return validated.item.state === 'running' ? applyPlan(validated, sent, run) : validated.item;
}

async function sentIn(item: ImportItem, { documents }: Run): Promise<Sent> {
  const body = await documents.body(item);
  if (!body) throw new ImportBusyError(`Import ${item.importId} has no body yet.`);
  const { recordSets, customFields, asInDryRun } = body;
  return { request: readRequest(recordSets, customFields), recordSets, asInDryRun };
}

function giveUp(item: ImportItem, run: Run): Promise<ImportItem> {
  const end = { ...ended(item, run.now()), errorMessage: gaveUp(item) };
  if (item.state === 'running') return saveLast(run.worker, moved(item, 'fail', end));
  return saveLast(run.worker, moved(item, 'refuse', { ...end, ranDate: run.now().toISOString() }));
}

const gaveUp = ({ state }: ImportItem): string =>
  state === 'running'
    ? 'The service failed while saving, again and again. Some records may have been saved; the same import sent again saves the rest.'
    : 'The service failed while validating, again and again. Nothing was saved.';
