export { longestSendMs, type Attachment, type Mail, type Mailer, type SendOutcome } from './mail/mail.ts';
export {
  type MailedFiles,
  type RowsOfReason,
  type MailedStatus,
  type RowCounts,
  type RunFacts,
} from './mail/run-facts.ts';
export type { MailedFile } from './mail/mailed-file.ts';
export { mostListed } from './mail/letter.ts';
export { composeRunMail } from './mail/compose-run-mail.ts';
export { composeImportMail, type ImportFacts } from './mail/compose-import-mail.ts';
export { composeMigrationMail, composeRefusedMigrationMail } from './mail/compose-migration-mail.ts';
export type {
  MigrationFacts,
  RefusedRows,
  StepFacts,
  StepRunFacts,
  Upcoming,
} from './mail/migration-facts.ts';
export { noticeEvents, type NoticeEvent } from './mail/notice-events.ts';
export { slackMessage, teamsMessage } from './mail/chat.ts';
