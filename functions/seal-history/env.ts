import * as z from 'zod';
import { text } from '../env-fields.ts';

export const sealHistoryEnv = z.object({
  LEDGER_TABLE: text,
  AUDIT_BUCKET: text,
});
export type SealHistoryEnv = z.infer<typeof sealHistoryEnv>;
