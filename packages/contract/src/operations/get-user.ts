import * as z from 'zod';
import { fieldsInput, recordSchema } from '../fields/derive.ts';
import { idInput } from '../wire/paging.ts';
import { userFields } from '../resources/user.ts';
import { operation } from './operation.ts';

export const getUser = operation({
  input: z.strictObject({ id: idInput, fields: fieldsInput(userFields) }),
  output: z.object({ user: recordSchema(userFields) }),
  permission: 'read',
  about: 'Gives one user by their id. One who was deleted is answered with `deleted` true.',
  example: { id: '0mk2f4e7c1p9', fields: ['id', 'name', 'email'] },
});
