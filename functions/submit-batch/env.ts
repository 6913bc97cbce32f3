import { z } from 'zod';
import { reserveEnv } from '../adapters/reserve-env.ts';

export const submitBatchEnv = z.object({
  FILES_BUCKET: z.string().min(1),
  LEDGER_TABLE: z.string().min(1),
  SERVICE_URL: z.url(),
  /** A secret whose value is `{ "apiKey": "…", "apiSecret": "…" }`. */
  SERVICE_SECRET_ARN: z.string().min(1),
  /** Whether the service takes an `Idempotency-Key`, an extension of the interface. */
  SERVICE_IDEMPOTENCY_KEY: z.enum(['true', 'false']),
  SERVICE_RESERVE_PERCENT: reserveEnv,
});
export type SubmitBatchEnv = z.infer<typeof submitBatchEnv>;
