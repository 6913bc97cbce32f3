import { z } from 'zod';

export const historyApiEnv = z.object({
  LEDGER_TABLE: z.string().min(1),
});
