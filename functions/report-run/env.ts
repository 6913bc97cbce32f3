import { z } from 'zod';
import { text } from '../env-fields.ts';

export const reportRunEnv = z.object({
  DROP_BUCKET: text,
  FILES_BUCKET: text,
  LEDGER_TABLE: text,
  MAIL_FROM: z.email(),
  /** By this SES configuration set, SES reports what became of a mail. */
  MAIL_CONFIGURATION_SET: text,
});
export type ReportRunEnv = z.infer<typeof reportRunEnv>;
