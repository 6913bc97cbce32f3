import { z } from 'zod';

export const runImportEnv = z.object({
  DATA_TABLE: z.string().min(1),
  DATA_BUCKET: z.string().min(1),
  CHANGES_QUEUE_URL: z.url(),
  MAIL_FROM: z.email(),
});
