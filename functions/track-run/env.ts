import { z } from 'zod';
import { reserveEnv } from '../adapters/reserve-env.ts';

export const trackRunEnv = z.object({
  FILES_BUCKET: z.string().min(1),
  LEDGER_TABLE: z.string().min(1),
  BATCH_QUEUE_URL: z.url(),
  TRACKING_MACHINE_ARN: z.string().min(1),
  SERVICE_URL: z.url(),
  SERVICE_SECRET_ARN: z.string().min(1),
  SERVICE_IDEMPOTENCY_KEY: z.enum(['true', 'false']),
  SERVICE_RESERVE_PERCENT: reserveEnv,
  /** Where imports are undone, of a service that can do so: its control path. */
  SERVICE_REVERT_URL: z.url().optional(),
});
export type TrackRunEnv = z.infer<typeof trackRunEnv>;
