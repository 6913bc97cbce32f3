import { z } from 'zod';
import type { Operation } from './operation.ts';

export const checkCredentials = {
  input: z.strictObject({}),
  output: z.object({}),
  permission: 'read',
} as const satisfies Operation;
