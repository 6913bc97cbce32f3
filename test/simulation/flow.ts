/** What the simulation runs, and the ports that it implements. */
export { actOnRun } from '@sluice/flow/act/act-on-run';
export { answerErase } from '@sluice/flow/erase/answer-erase';
export { recordMailEvent } from '@sluice/flow/mail-events/record-mail-event';
export { recordRevert, revertMessageSchema } from '@sluice/flow/undo/record-revert';
export { sesEventSchema } from '@sluice/flow/mail-events/ses-event';
export { actOnMigration } from '@sluice/flow/migrate/act-on-migration';
export { migrationInputSchema, runMigration } from '@sluice/flow/migrate/run-migration';
export { scheduleMigration } from '@sluice/flow/migrate/schedule-migration';
export type { MigrationSchedules } from '@sluice/flow/migrate/schedules';
export { SourceRefused, type Sources } from '@sluice/flow/migrate/services';
export { emailNotifier } from '@sluice/flow/notify/notifier';
export {
  ObjectNotFound,
  type Files,
  type Machine,
  type Queue,
  type Service,
  type ServiceCalls,
} from '@sluice/flow/ports';
export {
  arrivalMessageSchema,
  arrivalOf,
  dropsIn,
  isSwept,
  migrationsIn,
  type Drop,
} from '@sluice/flow/read/arrivals';
export { laneOf } from '@sluice/flow/attempts/lane';
export { recordUploads } from '@sluice/flow/migrate/record-uploads';
export { readDrop } from '@sluice/flow/read/read-drop';
export { redrive, type DeadLetters } from '@sluice/flow/redrive/redrive';
export { reportRun } from '@sluice/flow/report/report-run';
export { batchMessageSchema } from '@sluice/flow/run-objects';
export { sealHistory } from '@sluice/flow/seal/seal-history';
export type { Seals } from '@sluice/flow/seal/seals';
export { recordingRates } from '@sluice/flow/submit/rate-recording';
export { submitBatch } from '@sluice/flow/submit/submit-batch';
export type { DefinitionFiles } from '@sluice/flow/sweep/announce-definitions';
export { sweepAll } from '@sluice/flow/sweep/sweep-all';
import type { ActServices } from '@sluice/flow/act/acts';
import type { SweepServices } from '@sluice/flow/sweep/sweep';
export type Inbox = SweepServices['inbox'] & ActServices['inbox'];
export { trackInputSchema } from '@sluice/flow/track/track-run';
export { trackSteps } from '@sluice/flow/track/track-steps';
export type { Reverts } from '@sluice/flow/attempts/reverts';
