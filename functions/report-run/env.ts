import { z } from 'zod';
import { text } from '../env-fields.ts';

export const reportRunEnv = z.object({
  DROP_BUCKET: text,
  FILES_BUCKET: text,
  LEDGER_TABLE: text,
  MAIL_FROM: z.email(),
  /** The configuration set by which SES reports about mails. */
  MAIL_CONFIGURATION_SET: text,
});
export type ReportRunEnv = z.infer<typeof reportRunEnv>;
