import { z } from 'zod';

export const redriveEnv = z.object({
  LEDGER_TABLE: z.string().min(1),
  ARRIVAL_QUEUE_URL: z.url(),
  ARRIVAL_DEAD_LETTERS_URL: z.url(),
  BATCH_QUEUE_URL: z.url(),
  BATCH_DEAD_LETTERS_URL: z.url(),
});
export type RedriveEnv = z.infer<typeof redriveEnv>;
