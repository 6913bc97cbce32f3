import * as z from 'zod';
import { text } from '../env-fields.ts';

export const eraseRunsEnv = z.object({
  LEDGER_TABLE: text,
  DROP_BUCKET: text,
  FILES_BUCKET: text,
  /** Older runs have no objects any more. */
  KEPT_DAYS: z.string().regex(/^\d+$/, 'expected days').transform(Number),
});
export type EraseRunsEnv = z.infer<typeof eraseRunsEnv>;
