import * as z from 'zod';
import { reserve, text } from '../env-fields.ts';

export const historyApiEnv = z.object({
  LEDGER_TABLE: text,
  SERVICE_RESERVE_PERCENT: reserve,
  AUDIT_BUCKET: text,
  DROP_BUCKET: text,
  FILES_BUCKET: text,
});
export type HistoryApiEnv = z.infer<typeof historyApiEnv>;
