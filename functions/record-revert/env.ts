import * as z from 'zod';
import { text } from '../env-fields.ts';

export const recordRevertEnv = z.object({
  LEDGER_TABLE: text,
});
export type RecordRevertEnv = z.infer<typeof recordRevertEnv>;
