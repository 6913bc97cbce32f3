import { z } from 'zod';

export const controlApiEnv = z.object({
  DATA_TABLE: z.string().min(1),
  DATA_BUCKET: z.string().min(1),
  IMPORT_QUEUE_URL: z.url(),
});
