import * as z from 'zod';
import { consoleUrl, sessionFields, text } from '../env-fields.ts';
import { packedSettings } from '../packed-settings.ts';

export const consoleSessionEnv = z.object({
  ...sessionFields,
  CONSOLE_URL: consoleUrl,
  STACK_NAME: text,
  SETTINGS: packedSettings,
});
export type ConsoleSessionEnv = z.infer<typeof consoleSessionEnv>;
