import { z } from 'zod';

export const sealHistoryEnv = z.object({
  LEDGER_TABLE: z.string().min(1),
  AUDIT_BUCKET: z.string().min(1),
});
export type SealHistoryEnv = z.output<typeof sealHistoryEnv>;
