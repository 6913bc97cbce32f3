import * as z from 'zod';
import { text } from '../env-fields.ts';

export const signDownloadEnv = z.object({ LEDGER_TABLE: text, FILES_BUCKET: text });
export type SignDownloadEnv = z.infer<typeof signDownloadEnv>;
