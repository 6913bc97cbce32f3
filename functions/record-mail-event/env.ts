import { z } from 'zod';

export const recordMailEventEnv = z.object({
  LEDGER_TABLE: z.string().min(1),
});
export type RecordMailEventEnv = z.infer<typeof recordMailEventEnv>;
