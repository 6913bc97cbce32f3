import * as z from 'zod';
import { text } from '../env-fields.ts';

export const recordMailEventEnv = z.object({
  LEDGER_TABLE: text,
});
export type RecordMailEventEnv = z.infer<typeof recordMailEventEnv>;
