import * as z from 'zod';
import { flag, linkFields, noticeFields, text } from '../env-fields.ts';

export const reportRunEnv = z.object({
  DROP_BUCKET: text,
  FILES_BUCKET: text,
  LEDGER_TABLE: text,
  /** Whether mails carry the result sheet. */
  MAIL_ATTACHES: flag.optional(),
  ...linkFields,
  ...noticeFields,
});
export type ReportRunEnv = z.infer<typeof reportRunEnv>;
