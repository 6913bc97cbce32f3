import { z } from 'zod';

export const sweepEnv = z.object({
  DROP_BUCKET: z.string().min(1),
  LEDGER_TABLE: z.string().min(1),
  ARRIVAL_QUEUE_URL: z.url(),
  TRACKING_MACHINE_ARN: z.string().min(1),
  /** Where notices of the files of migrations go. */
  DEFINITIONS_QUEUE_URL: z.url(),
  MIGRATIONS_MACHINE_ARN: z.string().min(1),
});
export type SweepEnv = z.infer<typeof sweepEnv>;
