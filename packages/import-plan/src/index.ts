export type { Column } from './columns.ts';
export {
  afterAnswer,
  searchOf,
  type DryAnswer,
  type RefusedRow,
  type Search,
  type SearchRules,
} from './find-refused.ts';
export { mayAsk, whyAsked, type ApprovalRule, type GuardRails } from './guard-rails.ts';
export { readPreview, rowsNamed } from './import-answers.ts';
export { readInboxKey, type InboxPlace } from './inbox-key.ts';
export { PlanError, type PlanErrorCode } from './plan-error.ts';
export { planFile, type FilePlan, type PlannedSize } from './plan-file.ts';
export { understood } from './plan-notes.ts';
export { planSheet } from './plan-sheet.ts';
export type { PlannedBatch, PlanRequest, PlanStep, PlanTotals, RowProblem } from './plan-types.ts';
export { profileSchema, readingSchema, readProfile, type ParsedProfile, type Profile } from './profile.ts';
export { asDropped, resultColumns } from './result-columns.ts';
export { resultName, writeResultSheet, type ResultRequest } from './result-sheet.ts';
export { rowStatuses, type RowOutcome, type RowStatus } from './row-outcomes.ts';
export { fingerprintOf } from './settings-fingerprint.ts';
export { resolveSettings, type Resolved, type Settings } from './settings.ts';
