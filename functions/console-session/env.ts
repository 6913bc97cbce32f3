import * as z from 'zod';
import { consoleUrl, sessionFields, text } from '../env-fields.ts';

export const consoleSessionEnv = z.object({
  ...sessionFields,
  CONSOLE_URL: consoleUrl,
  STACK_NAME: text,
});
export type ConsoleSessionEnv = z.infer<typeof consoleSessionEnv>;
