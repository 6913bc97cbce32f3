import { newRun, newSubmission, realSubmission, runBegun, sentSha256 } from '../history/beginnings.ts';
import { linked, plannedAt } from '../history/chain.ts';
import { LedgerError } from '../ledger-error.ts';
import type { NewRun, Run } from '../run/schemas.ts';
import type { Batch, Submission } from '../submission/schemas.ts';
import { dryRunMissing, found, sameBytes } from '../refusals.ts';
import {
  batchItem,
  eventItem,
  itemSchemas,
  openItem,
  putAlways,
  putNew,
  readItem,
  runItem,
  submissionItem,
} from './items.ts';
import { eventKey, submissionKey } from './keys.ts';
import { readBatch, readRun } from './reads.ts';
import { type TableAccess, type WriteAction, getItems, transact } from './table-access.ts';

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
    ],
    proof: { key: eventKey(event), mark },
  });
  if (created) return { created, run };
  return { created, run: found(await readRun(access, run.runId), run.runId) };
}

export async function planBatch(access: TableAccess, batch: Batch, at: string): Promise<void> {
  const { table } = access;
  const mark = access.newId();
  const { item: dry, event } = plannedAt(newSubmission(batch, 'dry'), at);
  const isPlanned = await transact(access, {
    actions: [
      putNew(table, batchItem(batch)),
      putNew(table, submissionItem(dry)),
      putNew(table, eventItem(event, { mark })),
    ],
    proof: { key: eventKey(event), mark },
  });
  if (isPlanned) return;
  const known = await readBatch(access, batch.runId, batch.number);
  sameBytes(found(known, `batch ${batch.number} of run ${batch.runId}`), batch);
}

/** A batch takes three actions, and a transaction has at most 100. */
const batchesPerTransaction = 33;
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

/** The missing real submissions. Each needs a dry run that allows it. */
async function withoutReal(access: TableAccess, batches: readonly Batch[]): Promise<Submission[]> {
  const refs = batches.flatMap(({ runId, number: batch }) => [
    { runId, batch, phase: 'dry' as const },
    { runId, batch, phase: 'real' as const },
  ]);
  const items = await getItems(access, refs.map(submissionKey));
  const submissions = items.map((item) => readItem(itemSchemas.submission, item));
  const find = ({ runId, number }: Batch, phase: Submission['phase']) =>
    submissions.find((one) => one.runId === runId && one.batch === number && one.phase === phase);
  return batches.flatMap((batch) => {
    const [known, dry] = [find(batch, 'real'), find(batch, 'dry')];
    if (known) {
      sameBytes(known, { ...batch, sha256: sentSha256(batch, dry) });
      return [];
    }
    const real = realSubmission(batch, dry);
    if (!real) throw dryRunMissing(batch);
    return [real];
  });
}

async function putReal(
  access: TableAccess,
  submissions: readonly Submission[],
  at: string,
): Promise<boolean> {
  const mark = access.newId();
  const planned = submissions.map((real) => plannedAt(real, at));
  const [first] = planned;
  if (!first) return true;
  return transact(access, {
    actions: planned.flatMap(({ item: real, event }) => [
      ifDryRunPassed(access.table, real),
      putNew(access.table, submissionItem(real)),
      putNew(access.table, eventItem(event, { mark })),
    ]),
    proof: { key: eventKey(first.event), mark },
  });
}

/** The table itself checks this, so that no race gets round invariant 5. */
function ifDryRunPassed(table: string, { runId, batch, sha256 }: Submission): WriteAction {
  return {
    ConditionCheck: {
      TableName: table,
      Key: submissionKey({ runId, batch, phase: 'dry' }),
      ConditionExpression: '#status = :succeeded AND sha256 = :sha256',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':succeeded': 'succeeded', ':sha256': sha256 },
    },
  };
}
