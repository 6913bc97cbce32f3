import { z } from 'zod';

export const readDropEnv = z.object({
  DROP_BUCKET: z.string().min(1),
  FILES_BUCKET: z.string().min(1),
  LEDGER_TABLE: z.string().min(1),
  TRACKING_MACHINE_ARN: z.string().min(1),
  /** Where the records go: the base URL of the service, kept with each run. */
  SERVICE_URL: z.url(),
  /** Who is told when a drop names no address: comma-separated. */
  DEFAULT_EMAILS: z.string().min(1),
});
export type ReadDropEnv = z.infer<typeof readDropEnv>;
