import { z } from 'zod';
import { emails, text } from '../env-fields.ts';

export const readDropEnv = z.object({
  DROP_BUCKET: text,
  FILES_BUCKET: text,
  LEDGER_TABLE: text,
  TRACKING_MACHINE_ARN: text,
  /** The base URL of the service that the records go to; kept with each run. */
  SERVICE_URL: z.url(),
  /** They receive the mails about drops that name no address. */
  DEFAULT_EMAILS: emails,
});
export type ReadDropEnv = z.infer<typeof readDropEnv>;
