import type { RateBudgets } from '../call-budget/index.ts';
import type { Ledger } from '../port/ledger.ts';
import { claimContent, lastWriter, startWriting } from './claims.ts';
import { mayAskForLane, standingAside, takeLane, whoIsNext } from './lanes.ts';
import { dayOf } from '../model/order.ts';
import { findRuns } from './finds.ts';
import {
  keepDaySums,
  readDaySums,
  keepInboxCursor,
  readInboxCursor,
  readRateBudget,
  writeRateBudget,
  noteSeal,
  readSealNotes,
} from './single-items.ts';
import { readEventPage, readSubmissionEvents, readEvents } from './histories.ts';
import { changedKey, monthKey, monthOf, progressKey } from './keys.ts';
import { moveRun } from './moves.ts';
import { beginRun, planBatch, planRealSubmissions } from './plans.ts';
import {
  readBatch,
  readBatches,
  readChangedOn,
  readFirstDay,
  readItemPage,
  readOpenRuns,
  readRun,
  readRunWithProgress,
  readSubmission,
  readSubmissionPage,
  readSubmissions,
  readWholeRun,
} from './reads.ts';
import { rememberedItems } from './remembered.ts';
import { moveSubmission } from './submission-moves.ts';
import { type DynamoLedgerOptions, accessOf, putItem } from './table-access.ts';

export { ledgerTable } from './keys.ts';
export { createDynamoMigrations } from './migrations.ts';
export type { DynamoLedgerOptions } from './table-access.ts';

/**
 * The ledger in one DynamoDB table. Requests: a move takes 2 (a strong read, unless the caller passes what it read, and a
 * write of the item with its event; one more if it brings an importId), `beginRun` 1, `planBatch` 2, a process's first write to
 * a run on a day 1 more, `planRealSubmissions` 2 for every 50 batches, a list 1 for each MB.
 */
export function createDynamoLedger(options: DynamoLedgerOptions): Ledger {
  const access = accessOf(options);
  const time = () => options.now().toISOString();
  const remember = rememberedItems(access);
  const changing = (runId: string, at: string) => remember(changedKey(runId, dayOf(at)));

  return {
    beginRun: async (facts) => {
      const at = time();
      await remember(monthKey(monthOf(at)));
      await changing(facts.runId, at);
      return beginRun(access, facts, at);
    },
    run: (runId) => readRun(access, runId),
    runWithProgress: (runId) => readRunWithProgress(access, runId),
    keepProgress: (runId, progress) => putItem(access, { ...progressKey(runId), ...progress }),
    wholeRun: (runId) => readWholeRun(access, runId),
    runPage: (query) => findRuns(access, query),
    openRuns: () => readOpenRuns(access),
    moveRun: async (runId, event) => {
      await changing(runId, time());
      return moveRun(access, runId, event);
    },
    claim: (run) => claimContent(access, run),
    startWriting: (run) => startWriting(access, run),
    lastWriter: (run) => lastWriter(access, run),
    takeLane: async (runId, asked) => {
      await changing(runId, time());
      return takeLane(access, runId, asked);
    },
    nextInLane: (lane, at) => whoIsNext(access, lane, at),
    standingAside: (runId) => standingAside(access, runId),
    mayAskForLane: (run, at) => mayAskForLane(access, run, at),
    planBatch: async (batch) => {
      const at = time();
      await changing(batch.runId, at);
      return planBatch(access, batch, at);
    },
    batch: (runId, number) => readBatch(access, runId, number),
    batches: (runId) => readBatches(access, runId),
    planRealSubmissions: async (batches) => {
      const at = time();
      for (const runId of new Set(batches.map((batch) => batch.runId))) await changing(runId, at);
      return planRealSubmissions(access, batches, at);
    },
    submission: (ref) => readSubmission(access, ref),
    submissions: (runId) => readSubmissions(access, runId),
    moveSubmission: async (ref, event, known) => {
      await changing(ref.runId, time());
      return moveSubmission(access, ref, { event, known });
    },
    events: (runId) => readEvents(access, runId),
    eventPage: (runId, page) => readEventPage(access, runId, page),
    submissionEvents: (ref) => readSubmissionEvents(access, ref),
    submissionPage: (runId, page) => readSubmissionPage(access, runId, page),
    itemPage: (runId, page) => readItemPage(access, runId, page),
    inboxCursor: () => readInboxCursor(access),
    keepInboxCursor: (cursor) => keepInboxCursor(access, cursor),
    ...daysOf(access),
  };
}

type Days = Pick<Ledger, 'noteSeal' | 'sealNotes' | 'keepDaySums' | 'daySums' | 'firstDay' | 'changedOn'>;

/** What is kept of a day, not of a run. */
function daysOf(access: ReturnType<typeof accessOf>): Days {
  return {
    noteSeal: (note) => noteSeal(access, note),
    sealNotes: (day) => readSealNotes(access, day),
    keepDaySums: (sums) => keepDaySums(access, sums),
    daySums: (from, until) => readDaySums(access, from, until),
    firstDay: () => readFirstDay(access),
    changedOn: (day) => readChangedOn(access, day),
  };
}

/** The budgets, in the same table as the runs. A read or a write takes one request. */
export function createDynamoRateBudgets(options: Omit<DynamoLedgerOptions, 'now'>): RateBudgets {
  const access = accessOf(options);
  return {
    read: (target) => readRateBudget(access, target),
    write: (budget) => writeRateBudget(access, budget),
  };
}
