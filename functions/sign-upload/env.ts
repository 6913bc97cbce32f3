import * as z from 'zod';
import { text } from '../env-fields.ts';

export const signUploadEnv = z.object({ DROP_BUCKET: text, CONSOLE_TABLE: text });
export type SignUploadEnv = z.infer<typeof signUploadEnv>;
