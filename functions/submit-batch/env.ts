import * as z from 'zod';
import { flag, lostTime, reserve, serverUrl, text } from '../env-fields.ts';

export const submitBatchEnv = z.object({
  FILES_BUCKET: text,
  LEDGER_TABLE: text,
  LEDGER_LOST: lostTime,
  SERVICE_URL: serverUrl,
  /** A secret: `{ "apiKey": "…", "apiSecret": "…" }`. */
  SERVICE_SECRET_ARN: text,
  /** Whether the service accepts an `Idempotency-Key`, an extension of the interface. */
  SERVICE_IDEMPOTENCY_KEY: flag,
  /** Whether an import may name the dry run whose records it expects, an extension too. */
  SERVICE_EXPECTATIONS: flag,
  SERVICE_RESERVE_PERCENT: reserve,
});
export type SubmitBatchEnv = z.infer<typeof submitBatchEnv>;
