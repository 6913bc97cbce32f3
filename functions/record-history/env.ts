import * as z from 'zod';
import { revertUrl, text } from '../env-fields.ts';

export const recordHistoryEnv = z.object({
  LEDGER_TABLE: text,
  FILES_BUCKET: text,
  SERVICE_SECRET_ARN: text,
  /** Where the service answers about the site of the token; absent if it is another one than ours. */
  SERVICE_REVERT_URL: revertUrl,
});
export type RecordHistoryEnv = z.infer<typeof recordHistoryEnv>;
