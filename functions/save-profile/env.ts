import * as z from 'zod';
import { text } from '../env-fields.ts';

export const saveProfileEnv = z.object({ DROP_BUCKET: text });
export type SaveProfileEnv = z.infer<typeof saveProfileEnv>;
