import { z } from 'zod';

export const actOnRunEnv = z.object({
  LEDGER_TABLE: z.string().min(1),
  TRACKING_MACHINE_ARN: z.string().min(1),
});
