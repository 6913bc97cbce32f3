import * as z from 'zod';
import { emails, linkFields, noticeFields, paused, revertUrl, text } from '../env-fields.ts';

export const runMigrationEnv = z.object({
  DROP_BUCKET: text,
  FILES_BUCKET: text,
  LEDGER_TABLE: text,
  ARRIVAL_QUEUE_URL: z.url(),
  TRACKING_MACHINE_ARN: text,
  ...linkFields,
  ...noticeFields,
  /** They receive the mails of migrations that name no address. */
  DEFAULT_EMAILS: emails,
  SERVICE_REVERT_URL: revertUrl,
  PAUSED: paused,
});
export type RunMigrationEnv = z.infer<typeof runMigrationEnv>;
