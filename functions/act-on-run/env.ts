import { z } from 'zod';

export const actOnRunEnv = z.object({
  LEDGER_TABLE: z.string().min(1),
  TRACKING_MACHINE_ARN: z.string().min(1),
  /** Where imports are undone, of a service that can do so: its control path. */
  SERVICE_REVERT_URL: z.url().optional(),
});
export type ActOnRunEnv = z.infer<typeof actOnRunEnv>;
