import * as z from 'zod';
import { sessionFields } from '../env-fields.ts';

export const authorizeConsoleEnv = z.object(sessionFields);
export type AuthorizeConsoleEnv = z.infer<typeof authorizeConsoleEnv>;
