export { type Reading, nothingRead } from './model/reading.ts';
export {
  rowClasses,
  runStatuses,
  type Approval,
  type Counts,
  type LateImport,
  type LostTime,
  type NewRun,
  type Plan,
  type Proposal,
  type RowClass,
  type RevertedImport,
  type Run,
  type RunStatus,
  type UndoCounts,
} from './model/run.ts';
export {
  choices,
  type Attempt,
  type Batch,
  type Choice,
  type Phase,
  type Revert,
  type RowCounts,
  type Submission,
} from './model/submission.ts';
export { hashOfValues } from './history/chain.ts';
export { hasRowsToWrite, inOrderOfTime } from './history/beginnings.ts';
export { type LedgerEvent, type Subject } from './model/event.ts';
export * from './port/ledger.ts';
export { LedgerError } from './model/ledger-error.ts';
export { dropperAddress, dropperText } from './run/dropper-text.ts';
export { editionOf } from './run/editions.ts';
export {
  asksPerson,
  isAtWork,
  isEnded,
  isOver,
  mayHaveWritten,
  phaseOf,
  worksInLane,
  type AskingStatus,
  type EndedStatus,
} from './model/status.ts';
export { isOpen, runTransitions } from './run/transitions.ts';
export type { RunEvent } from './run/events.ts';
export { hasEnded, isReverted } from './submission/decisions.ts';
export { isSettled } from './submission/transitions.ts';
export type { SubmissionEvent } from './submission/events.ts';
export { isApproved, mayAsk, planName, planOf, toRecheck, checkOf } from './run/approval.ts';
export { isQuiet, needsLane, waitsForLane } from './run/lanes.ts';
export { folderOf } from './run/arrival.ts';
export type { Turn } from './lane/turn.ts';
export { awaitedLate, quietMs, quietUntilOf, newLateImports } from './run/late-imports.ts';
export { valuesInHistory } from './history/proved.ts';
export { replay } from './history/replay.ts';
export { etaOf, needsEarlierRuns } from './views/eta.ts';
export { usageOf, type Usage } from './run/usage.ts';
export { isRunReminderDue } from './run/notice.ts';
export {
  countsOf,
  identityHolds,
  noRows,
  previewedRecords,
  unknownRows,
  warnedRows,
} from './submission/counts.ts';
export { toRevert, undoCountsOf, type Undoable } from './run/undo.ts';
export { toDecide } from './run/to-decide.ts';
export { onStack } from './views/on-stack.ts';
export { earlierOf, type EarlierRun } from './views/earlier-runs.ts';
export { migrationIdOf, runIdOf, uploadIdOf } from './run/id.ts';
export { replayUpload } from './history/upload-lines.ts';
export type { DefinitionUpload, NewUpload, Upload } from './model/upload.ts';
export type { Migrations } from './migrations/migrations.ts';
export { replayMigration } from './migrations/lines.ts';
export {
  hasImportEnded,
  importedBeforeOf,
  runHead,
  runHeadSchema,
  runSummary,
  runSummarySchema,
  openDecisions,
  runView,
  runViewSchema,
  submissionView,
  submissionViewSchema,
  type ImportedBefore,
  type OpenDecision,
  type RunHead,
  type RunView,
} from './views/run-view.ts';
export { type Finding, type History } from './audit/verify-run.ts';
export { progressOf, trackerWorkSchema, workAfter, type Progress, type TrackerWork } from './run/progress.ts';
export type { InboxCursor, InboxPlace } from './sweep/inbox-cursor.ts';
export { sealNoteSchema, type SealNote } from './model/seal-note.ts';
export { storedItemsSchema, type StoredItem } from './model/stored-item.ts';
export { verifyStored, type Stored } from './audit/verify-items.ts';
export {
  hashesOf,
  sealedLine,
  sealedMigrationLine,
  sealedUploadLine,
  sealedRunSchema,
  sealHash,
  sealKeys,
  sealSchema,
  withEarlier,
  verifyList,
  verifySealed,
  verifySeals,
  type EventHashes,
  type Seal,
  type SealedRun,
  type SealFinding,
} from './audit/seal.ts';
export { dayAfter, dayOf } from './model/order.ts';
export type { DaySums } from './model/day-sums.ts';
export { sumsOf } from './views/sums-of-day.ts';
export { historySchema } from './audit/heads.ts';
export { lostTimeSchema } from './model/run.ts';
export { ofMigrationSchema, type OfMigration } from './model/of-migration.ts';
