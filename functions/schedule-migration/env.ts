import * as z from 'zod';
import { emails, noticeFields, text } from '../env-fields.ts';

export const scheduleMigrationEnv = z.object({
  DROP_BUCKET: text,
  LEDGER_TABLE: text,
  /** Contains the schedules of this stack only. */
  SCHEDULE_GROUP: text,
  MIGRATIONS_MACHINE_ARN: text,
  /** The schedules assume this role to start the machine. */
  SCHEDULE_ROLE_ARN: text,
  /** Receives the starts that the machine did not accept. */
  SCHEDULE_DEAD_LETTERS_ARN: text,
  ...noticeFields,
  /** They are notified of a file that is wrong. */
  DEFAULT_EMAILS: emails,
});
export type ScheduleMigrationEnv = z.infer<typeof scheduleMigrationEnv>;
