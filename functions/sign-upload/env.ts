import * as z from 'zod';
import { text } from '../env-fields.ts';
import { packedFolders } from '../packed-variable.ts';

export const signUploadEnv = z.object({
  DROP_BUCKET: text,
  CONSOLE_TABLE: text,
  DROP_FOLDERS: packedFolders,
});
export type SignUploadEnv = z.infer<typeof signUploadEnv>;
