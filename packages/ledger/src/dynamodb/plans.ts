import { newRun, newSubmission, realSubmission, runBegun, sentSha256 } from '../history/beginnings.ts';
import { linked, plannedAt } from '../history/chain.ts';
import { standOf } from '../run/lanes.ts';
import { LedgerError } from '../model/ledger-error.ts';
import type { NewRun, Run } from '../model/run.ts';
import type { Batch, Submission } from '../model/submission.ts';
import { dryRunMissing, found, sameBytes } from '../refusals.ts';
import type { SubmissionRef } from '../port/ledger.ts';
import { isWrittenBy } from './histories.ts';
import { batchItem, eventItem, openItem, putAlways, putNew, runItem, waitingItem } from './items.ts';
import { eventKey, submissionKey } from './keys.ts';
import { readBatch, readRun } from './reads.ts';
import { lineOf, markOf, readSubmissionItem, submissionItem } from './submission-items.ts';
import {
  type Item,
  type TableAccess,
  type WriteAction,
  getItems,
  putWhere,
  transact,
} from './table-access.ts';

export async function beginRun(
  access: TableAccess,
  facts: NewRun,
  at: string,
): Promise<{ created: boolean; run: Run }> {
  const { table } = access;
  const mark = access.newId();
  const begun = newRun(facts, at);
  const { item: run, event } = linked(begun, runBegun(begun));
  const created = await transact(access, {
    actions: [
      putNew(table, runItem(run)),
      putNew(table, eventItem(event, { mark, startedAt: at })),
      putAlways(table, openItem(run)),
      ...(standOf(run) ? [putAlways(table, waitingItem(run))] : []),
    ],
    proof: { key: eventKey(event), mark },
  });
  if (created) return { created, run };
  return { created, run: found(await readRun(access, run.runId), run.runId) };
}

/** The batch comes first, so that a submission always has one. Both are the same whoever writes them. */
export async function planBatch(access: TableAccess, batch: Batch, at: string): Promise<void> {
  if (!(await putUnlessThere(access, batchItem(batch)))) {
    const known = await readBatch(access, batch.runId, batch.number);
    sameBytes(found(known, `batch ${batch.number} of run ${batch.runId}`), batch);
  }
  await putUnlessThere(
    access,
    plannedItem(newSubmission(batch, 'dry'), { at, mark: markOf(access.newId()) }),
  );
}

/** @returns false if it may have been there already */
function putUnlessThere(access: TableAccess, item: Item): Promise<boolean> {
  return putWhere(access, putNew(access.table, item).Put, async () => false);
}

function plannedItem(
  submission: Submission,
  { at, mark }: { readonly at: string; readonly mark: string },
): Item {
  const { item, event } = plannedAt(submission, at);
  return submissionItem(item, [lineOf(event, mark)]);
}

/** A batch takes two actions, and a transaction has at most 100. */
const batchesPerTransaction = 50;
const racesAtMost = 20;

export async function planRealSubmissions(
  access: TableAccess,
  batches: readonly Batch[],
  at: string,
): Promise<void> {
  for (let from = 0; from < batches.length; from += batchesPerTransaction) {
    await planReal(access, batches.slice(from, from + batchesPerTransaction), at);
  }
}

async function planReal(access: TableAccess, batches: readonly Batch[], at: string): Promise<void> {
  for (let races = 0; races < racesAtMost; races += 1) {
    const waiting = await withoutReal(access, batches);
    if (waiting.length === 0 || (await putReal(access, waiting, at))) return;
  }
  throw new LedgerError('busy', `Others planned the same batches first ${racesAtMost} times.`);
}

/** A real submission, and the version of the dry run that allows it. */
interface Allowed {
  readonly real: Submission;
  readonly by: number;
}

/** The missing real submissions. */
async function withoutReal(access: TableAccess, batches: readonly Batch[]): Promise<Allowed[]> {
  const refs = batches.flatMap(({ runId, number: batch }) => [
    { runId, batch, phase: 'dry' as const },
    { runId, batch, phase: 'real' as const },
  ]);
  const submissions = (await getItems(access, refs.map(submissionKey))).map(readSubmissionItem);
  const find = ({ runId, number }: Batch, phase: Submission['phase']) =>
    submissions.find((one) => one.runId === runId && one.batch === number && one.phase === phase);
  return batches.flatMap((batch) => {
    const [known, dry] = [find(batch, 'real'), find(batch, 'dry')];
    if (known) {
      sameBytes(known, { ...batch, sha256: sentSha256(batch, dry) });
      return [];
    }
    const real = realSubmission(batch, dry);
    if (!dry || !real) throw dryRunMissing(batch);
    return [{ real, by: dry.version }];
  });
}

async function putReal(access: TableAccess, allowed: readonly Allowed[], at: string): Promise<boolean> {
  const mark = markOf(access.newId());
  const [first] = allowed;
  if (!first) return true;
  return transact(access, {
    actions: allowed.flatMap(({ real, by }) => [
      ifUnmoved(access.table, { ...real, phase: 'dry', version: by }),
      putNew(access.table, plannedItem(real, { at, mark })),
    ]),
    proof: () => isWrittenBy(access, first.real, { version: first.real.version, mark }),
  });
}

/** The table itself checks that the dry run is still the one that allows it, so that no race gets round invariant 5. */
function ifUnmoved(table: string, dry: SubmissionRef & Pick<Submission, 'version'>): WriteAction {
  return {
    ConditionCheck: {
      TableName: table,
      Key: submissionKey(dry),
      ConditionExpression: 'version = :version',
      ExpressionAttributeValues: { ':version': dry.version },
    },
  };
}
