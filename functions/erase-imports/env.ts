import * as z from 'zod';
import { text } from '../env-fields.ts';

export const eraseImportsEnv = z.object({
  DATA_TABLE: text,
  DATA_BUCKET: text,
  AUDIT_BUCKET: text,
  CHANGES_QUEUE_URL: z.url(),
});
export type EraseImportsEnv = z.infer<typeof eraseImportsEnv>;
