import { z } from 'zod';

export const actOnMigrationEnv = z.object({
  DROP_BUCKET: z.string().min(1),
  LEDGER_TABLE: z.string().min(1),
  MIGRATIONS_MACHINE_ARN: z.string().min(1),
  /** Who is told when a migration names no address: comma-separated. */
  DEFAULT_EMAILS: z.string().min(1),
  /** Where imports are undone, of a service that can do so: its control path. */
  SERVICE_REVERT_URL: z.url().optional(),
});
export type ActOnMigrationEnv = z.infer<typeof actOnMigrationEnv>;
