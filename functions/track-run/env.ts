import * as z from 'zod';
import { flag, lostTime, reserve, revertUrl, serverUrl, text } from '../env-fields.ts';

export const trackRunEnv = z.object({
  DROP_BUCKET: text,
  FILES_BUCKET: text,
  LEDGER_TABLE: text,
  LEDGER_LOST: lostTime,
  BATCH_QUEUE_URL: z.url(),
  TRACKING_MACHINE_ARN: text,
  SERVICE_URL: serverUrl,
  /** A secret: `{ "apiKey": "…", "apiSecret": "…" }`. */
  SERVICE_SECRET_ARN: text,
  /** Whether the service accepts an `Idempotency-Key`, an extension of the interface. */
  SERVICE_IDEMPOTENCY_KEY: flag,
  SERVICE_RESERVE_PERCENT: reserve,
  SERVICE_REVERT_URL: revertUrl,
});
export type TrackRunEnv = z.infer<typeof trackRunEnv>;
