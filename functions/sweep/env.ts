import * as z from 'zod';
import { lostTime, text } from '../env-fields.ts';

export const sweepEnv = z.object({
  DROP_BUCKET: text,
  LEDGER_TABLE: text,
  LEDGER_LOST: lostTime,
  ARRIVAL_QUEUE_URL: z.url(),
  TRACKING_MACHINE_ARN: text,
  /** The queue of changed migration files. */
  DEFINITIONS_QUEUE_URL: z.url(),
  MIGRATIONS_MACHINE_ARN: text,
});
export type SweepEnv = z.infer<typeof sweepEnv>;
