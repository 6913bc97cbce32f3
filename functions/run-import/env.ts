import { z } from 'zod';

export const runImportEnv = z.object({
  DATA_TABLE: z.string().min(1),
  DATA_BUCKET: z.string().min(1),
  CHANGES_QUEUE_URL: z.url(),
  IMPORT_QUEUE_URL: z.url(),
  /** How many invocations work on imports at once. */
  IMPORT_WORKERS: z.string().transform(Number).pipe(z.int().min(1)),
  MAIL_FROM: z.email(),
});
