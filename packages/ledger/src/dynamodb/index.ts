import type { RateBudgets } from '../budget/rate-budget.ts';
import type { Ledger } from '../ledger.ts';
import { claimContent } from './claims.ts';
import { nextInLane, takeLane } from './lanes.ts';
import { monthKey, monthOf } from './keys.ts';
import { moveRun, moveSubmission } from './moves.ts';
import { beginRun, planBatch, planRealSubmissions } from './plans.ts';
import {
  readBatch,
  readBatches,
  readEvents,
  readOpenRuns,
  readRun,
  readRuns,
  readSubmission,
  readSubmissions,
} from './reads.ts';
import { readRateBudget, writeRateBudget } from './rate-budgets.ts';
import { accessOf, putItem, type DynamoLedgerOptions, type TableAccess } from './table-access.ts';

export { ledgerTable } from './keys.ts';
export { createDynamoMigrations } from './migrations.ts';
export type { DynamoLedgerOptions } from './table-access.ts';

/**
 * The ledger in one DynamoDB table. Requests: a move takes 2 (a strong read, which what the caller knows spares, and a transaction of the item and its event),
 * `beginRun` and `planBatch` 1, `planRealSubmissions` 2 for every 33 batches, a list 1 for each MB.
 */
export function createDynamoLedger(options: DynamoLedgerOptions): Ledger {
  const { now } = options;
  const access = accessOf(options);
  const time = () => now().toISOString();
  const rememberMonth = monthMemory(access);

  return {
    beginRun: async (facts) => {
      const at = time();
      await rememberMonth(monthOf(at));
      return beginRun(access, facts, at);
    },
    run: (runId) => readRun(access, runId),
    runs: (filter) => readRuns(access, filter),
    openRuns: () => readOpenRuns(access),
    moveRun: (runId, event) => moveRun(access, runId, event),
    claim: (run) => claimContent(access, run),
    takeLane: (runId, at) => takeLane(access, runId, at),
    nextInLane: (lane, at) => nextInLane(access, lane, at),
    planBatch: (batch) => planBatch(access, batch, time()),
    batch: (runId, number) => readBatch(access, runId, number),
    batches: (runId) => readBatches(access, runId),
    planRealSubmissions: (batches) => planRealSubmissions(access, batches, time()),
    submission: (ref) => readSubmission(access, ref),
    submissions: (runId) => readSubmissions(access, runId),
    moveSubmission: (ref, event, known) => moveSubmission(access, ref, { event, known }),
    events: (runId) => readEvents(access, runId),
  };
}

/** The budgets beside the runs in the same table: a read, and a write, are a request each. */
export function createDynamoRateBudgets(options: Omit<DynamoLedgerOptions, 'now'>): RateBudgets {
  const access = accessOf(options);
  return {
    read: (target) => readRateBudget(access, target),
    write: (budget) => writeRateBudget(access, budget),
  };
}

/** Writes a month down before the first run of it that this process begins, so that no run is in a month nobody looks into. */
function monthMemory(access: TableAccess): (month: string) => Promise<void> {
  const written = new Set<string>();
  return async (month) => {
    if (written.has(month)) return;
    await putItem(access, { ...monthKey(month) });
    written.add(month);
  };
}
