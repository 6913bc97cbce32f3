import { z } from 'zod';

export const runMigrationEnv = z.object({
  DROP_BUCKET: z.string().min(1),
  FILES_BUCKET: z.string().min(1),
  LEDGER_TABLE: z.string().min(1),
  ARRIVAL_QUEUE_URL: z.url(),
  TRACKING_MACHINE_ARN: z.string().min(1),
  MAIL_FROM: z.email(),
  /** Of SES: says where it tells what became of a mail. */
  MAIL_CONFIGURATION_SET: z.string().min(1),
  /** Who is told when a migration names no address: comma-separated. */
  DEFAULT_EMAILS: z.string().min(1),
  /** Where imports are undone, of a service that can do so: its control path. */
  SERVICE_REVERT_URL: z.url().optional(),
});
export type RunMigrationEnv = z.infer<typeof runMigrationEnv>;
