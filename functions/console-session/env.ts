import * as z from 'zod';
import { consoleUrl, sessionFields, text } from '../env-fields.ts';
import { packedFolders, packedSettings } from '../packed-variable.ts';

export const consoleSessionEnv = z.object({
  ...sessionFields,
  CONSOLE_URL: consoleUrl,
  STACK_NAME: text,
  SETTINGS: packedSettings,
  DROP_FOLDERS: packedFolders,
});
export type ConsoleSessionEnv = z.infer<typeof consoleSessionEnv>;
