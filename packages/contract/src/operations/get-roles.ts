import * as z from 'zod';
import { recordSchema } from '../fields/derive.ts';
import { roleFields } from '../resources/role.ts';
import { operation } from './operation.ts';

/** All of them, without paging. */
export const getRoles = operation({
  input: z.strictObject({}),
  output: z.object({ roles: z.array(recordSchema(roleFields)) }),
  permission: 'read',
  about: 'Lists all roles, without paging.',
  example: {},
});
