import * as z from 'zod';
import { revertUrl, text } from '../env-fields.ts';

export const actOnRunEnv = z.object({
  LEDGER_TABLE: text,
  DROP_BUCKET: text,
  TRACKING_MACHINE_ARN: text,
  SERVICE_REVERT_URL: revertUrl,
});
export type ActOnRunEnv = z.infer<typeof actOnRunEnv>;
