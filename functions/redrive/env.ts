import * as z from 'zod';
import { text } from '../env-fields.ts';

export const redriveEnv = z.object({
  LEDGER_TABLE: text,
  ARRIVAL_QUEUE_URL: z.url(),
  ARRIVAL_DEAD_LETTERS_URL: z.url(),
  BATCH_QUEUE_URL: z.url(),
  BATCH_DEAD_LETTERS_URL: z.url(),
});
export type RedriveEnv = z.infer<typeof redriveEnv>;
