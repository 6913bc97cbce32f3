import { z } from 'zod';
import { reserveEnv } from '../adapters/reserve-env.ts';

export const historyApiEnv = z.object({
  LEDGER_TABLE: z.string().min(1),
  SERVICE_RESERVE_PERCENT: reserveEnv,
  AUDIT_BUCKET: z.string().min(1),
  DROP_BUCKET: z.string().min(1),
});
export type HistoryApiEnv = z.infer<typeof historyApiEnv>;
