export { longestSendMs, type Attachment, type Mail, type Mailer, type SendOutcome } from './mail.ts';
export {
  type MailedFiles,
  type RowsOfReason,
  type MailedStatus,
  type RowCounts,
  type RunFacts,
} from './run-facts.ts';
export type { MailedFile } from './mailed-file.ts';
export { mostListed } from './letter.ts';
export { composeRunMail } from './compose-run-mail.ts';
export { composeImportMail, type ImportFacts } from './compose-import-mail.ts';
export { composeMigrationMail, composeRefusedMigrationMail } from './compose-migration-mail.ts';
export type { MigrationFacts, RefusedRows, StepFacts, StepRunFacts, Upcoming } from './migration-facts.ts';
export { noticeEvents, type NoticeEvent } from './notice-events.ts';
export { slackMessage, teamsMessage } from './chat.ts';
