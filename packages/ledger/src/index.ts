export {
  nothingRead,
  rowClasses,
  runStatuses,
  type Approval,
  type Asked,
  type Counts,
  type LateImport,
  type NewRun,
  type OfMigration,
  type Plan,
  type Reading,
  type RowClass,
  type Run,
  type RunStatus,
  type Undo,
  type UndoCounts,
} from './run/schemas.ts';
export {
  choices,
  submissionStatuses,
  type Attempt,
  type AttemptOutcome,
  type Batch,
  type Choice,
  type Decided,
  type Phase,
  type Revert,
  type Submission,
  type SubmissionStatus,
} from './submission/schemas.ts';
export { ledgerEventSchema, type LedgerEvent, type Subject } from './history/event.ts';
export * from './ledger.ts';
export { LedgerError, type LedgerErrorCode } from './ledger-error.ts';
export { asksPerson, isEnded } from './run/status.ts';
export { isOpen, nextRun, runTransitions, type RunCell } from './run/transitions.ts';
export type { RunEvent, RunEventType } from './run/events.ts';
export {
  isSettled,
  nextSubmission,
  submissionTransitions,
  type SubmissionCell,
} from './submission/transitions.ts';
export type { SubmissionEvent, SubmissionEventType } from './submission/events.ts';
export { isApproved, planName, planOf, toRecheck, checkOf } from './run/approval.ts';
export { isQuiet, needsLane, waitsForLane } from './lane/lanes.ts';
export { awaitedLate, quietMs, quietUntilOf, newLateImports } from './run/late-imports.ts';
export { replay, type Replay } from './history/replay.ts';
export { etaOf, type EtaFacts } from './views/eta.ts';
export { usageOf, type Usage } from './views/usage.ts';
export { isRunReminderDue } from './run/notice.ts';
export { countsOf, identityHolds, noRows, unknownRows } from './run/counts.ts';
export { toRevert, undoCountsOf, type Undoable } from './run/undo.ts';
export { toDecide } from './run/to-decide.ts';
export { approvalCommands, decisionCommands, type DecisionCommands } from './views/decision-commands.ts';
export { migrationIdOf, runIdOf, type RunSource } from './run/id.ts';
export type { Migrations } from './migrations/migrations.ts';
export { replayMigration } from './migrations/lines.ts';
export { createMemoryMigrations } from './memory/memory-migrations.ts';
export {
  runSummary,
  runSummarySchema,
  openDecisions,
  runView,
  runViewSchema,
  submissionViewSchema,
  type OpenDecision,
  type RunSummary,
  type RunView,
  type SubmissionView,
} from './views/run-view.ts';
export { bySubject, verifyRun, type Finding, type History } from './audit/verify-run.ts';
export { sealNoteSchema, type SealNote } from './audit/seal-note.ts';
export { storedItemsSchema, type StoredItem } from './audit/stored-item.ts';
export { verifyStored, type Stored } from './audit/verify-items.ts';
export {
  hashesOf,
  sealedLine,
  sealedMigrationLine,
  sealedRunSchema,
  sealHash,
  sealKeys,
  sealSchema,
  verifyList,
  verifySealed,
  verifySeals,
  type EventHashes,
  type Seal,
  type SealedRun,
  type SealFinding,
} from './audit/seal.ts';
export { dayOf } from './order.ts';
export {
  historySchema,
  headsOf,
  headsOfMigration,
  runHeadOf,
  subjectHeadSchema,
  type SubjectHead,
} from './audit/heads.ts';
export { canonicalJson, eventHash } from './history/chain.ts';
export { countsSchema, ofMigrationSchema } from './run/schemas.ts';
export { createMemoryLedger } from './memory/memory-ledger.ts';
