import * as z from 'zod';
import { text } from '../env-fields.ts';

export const runImportEnv = z.object({
  DATA_TABLE: text,
  DATA_BUCKET: text,
  CHANGES_QUEUE_URL: z.url(),
  IMPORT_QUEUE_URL: z.url(),
  REVERTS_QUEUE_URL: z.url(),
  MAIL_FROM: z.email(),
});
