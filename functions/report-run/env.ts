import { z } from 'zod';

export const reportRunEnv = z.object({
  DROP_BUCKET: z.string().min(1),
  FILES_BUCKET: z.string().min(1),
  LEDGER_TABLE: z.string().min(1),
  MAIL_FROM: z.email(),
});
export type ReportRunEnv = z.infer<typeof reportRunEnv>;
