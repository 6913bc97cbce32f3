import * as z from 'zod';
import { emails, paused, revertUrl, text } from '../env-fields.ts';

export const actOnMigrationEnv = z.object({
  DROP_BUCKET: text,
  LEDGER_TABLE: text,
  MIGRATIONS_MACHINE_ARN: text,
  DEFAULT_EMAILS: emails,
  SERVICE_REVERT_URL: revertUrl,
  PAUSED: paused,
});
export type ActOnMigrationEnv = z.infer<typeof actOnMigrationEnv>;
