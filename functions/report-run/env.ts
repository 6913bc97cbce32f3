import { z } from 'zod';

export const reportRunEnv = z.object({
  DROP_BUCKET: z.string().min(1),
  FILES_BUCKET: z.string().min(1),
  LEDGER_TABLE: z.string().min(1),
  MAIL_FROM: z.email(),
  /** Of SES: it tells what became of the mails. */
  MAIL_CONFIGURATION_SET: z.string().min(1),
});
export type ReportRunEnv = z.infer<typeof reportRunEnv>;
