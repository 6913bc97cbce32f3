export { longestSendMs, type Attachment, type Mail, type Mailer, type SendOutcome } from './mail/mail.ts';
export { mostListed } from './blocks/blocks.ts';
export type { RowReasons, RowsOfReason, RunFacts, RunFiles, ToldFile } from './run/facts.ts';
export type { MigrationFacts, RefusedRows, StepRunFacts, Upcoming } from './migration/facts.ts';
export { composeRunMail } from './mail/compose-run-mail.ts';
export { composeImportMail, type ImportFacts } from './mail/compose-import-mail.ts';
export { composeMigrationMail, composeRefusedMigrationMail } from './mail/compose-migration-mail.ts';
export { noticeEvents, type NoticeEvent } from './mail/notice-events.ts';
export { slackMessage, teamsMessage } from './mail/chat.ts';
