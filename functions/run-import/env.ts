import { z } from 'zod';

export const runImportEnv = z.object({
  DATA_TABLE: z.string().min(1),
  DATA_BUCKET: z.string().min(1),
  MAIL_FROM: z.email(),
});
