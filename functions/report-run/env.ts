import { z } from 'zod';
import { linkFields, noticeFields, text } from '../env-fields.ts';

export const reportRunEnv = z.object({
  DROP_BUCKET: text,
  FILES_BUCKET: text,
  LEDGER_TABLE: text,
  ...linkFields,
  ...noticeFields,
});
export type ReportRunEnv = z.infer<typeof reportRunEnv>;
