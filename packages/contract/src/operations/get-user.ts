import { z } from 'zod';
import { fieldsInput, recordSchema } from '../fields/derive.ts';
import { idInput } from '../paging.ts';
import { userFields } from '../resources/user.ts';
import type { Operation } from './operation.ts';

export const getUser = {
  input: z.strictObject({ id: idInput, fields: fieldsInput(userFields) }),
  output: z.object({ user: recordSchema(userFields) }),
  permission: 'read',
} as const satisfies Operation;
