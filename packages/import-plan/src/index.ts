export type { Column } from './columns/column.ts';
export {
  afterAnswer,
  searchOf,
  type DryAnswer,
  type RefusedRow,
  type Search,
  type SearchRules,
} from './batches/find-refused.ts';
export {
  approvalReasons,
  guardRailsText,
  railsCrossed,
  approvalRuleSchema,
  approvalSettingsSchema,
  mayNeedApproval,
  ruleFor,
  type ApprovalRule,
  type ApprovalSettings,
  type GuardRails,
} from './profile/guard-rails.ts';
export {
  readPreview,
  readValues,
  rowsNamed,
  type NamedRows,
  type Numbering,
  type SentRecords,
} from './batches/import-answers.ts';
export { readInboxKey, type InboxPlace } from './profile/inbox-key.ts';
export { PlanError, type PlanErrorCode } from './plan-error.ts';
export { planFile, type FilePlan, type PlannedSize } from './plan/plan-file.ts';
export { understood } from './model/plan-notes.ts';
export { planSteps } from './plan/plan-steps.ts';
export type { PlannedBatch, PlanRequest, PlanStep, PlanTotals, RowProblem } from './model/plan-types.ts';
export { profileSchema, readingSchema, type ParsedProfile, type Profile } from './profile/profile.ts';
export { referenceOf, type HasLanded, type PlannedRow } from './model/reference.ts';
export { asDropped, resultColumns } from './result-sheet/result-columns.ts';
export { yearFirstDate, type DateOrder } from './formats/dates.ts';
export { resultName, writeResultSheet, type ResultRequest } from './result-sheet/result-sheet.ts';
export { composed, eachRecord } from './result-sheet/record-outcomes.ts';
export { rowStatuses, type RowOutcome, type RowStatus } from './result-sheet/row-outcomes.ts';
export { fingerprintOf } from './profile/settings-fingerprint.ts';
export { sheetOptionsOf } from './profile/sheet-options.ts';
export { isCustomizable } from './profile/custom-columns.ts';
export { mappedHeaders } from './profile/records.ts';
export { readProfile, settingsOfProfile } from './profile/read-profile.ts';
export { resolveSettings, type Resolved, type Settings } from './profile/settings.ts';
export {
  changedSince,
  changeReason,
  isOwnChange,
  type Change,
  type EditedRow,
} from './export/changed-since.ts';
export { exportedRows, exportReferences } from './result-sheet/exported-row.ts';
export { customFieldsOf, writeExport, type ExportTotals } from './export/write-export.ts';
export { stepExamples } from './transforms/steps.ts';
export { templateColumns, type TemplateColumn } from './template/template-columns.ts';
export { hintOf, writeTemplate } from './template/write-template.ts';
export { blankColumnWarnings, hasBlankColumn } from './model/column-fill.ts';
export type { PlanWarning } from './model/warning.ts';
