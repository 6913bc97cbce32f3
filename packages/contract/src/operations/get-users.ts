import { z } from 'zod';
import { fieldsInput, recordSchema } from '../fields/derive.ts';
import { pageOf, pagingShape, queryInput } from '../paging.ts';
import { userFields, userTypes } from '../resources/user.ts';
import { operation } from './operation.ts';

/** `q` matches name, e-mail and phone numbers. */
export const getUsers = operation({
  input: z.strictObject({
    ...pagingShape,
    fields: fieldsInput(userFields),
    userType: z.enum(userTypes).optional(),
    q: queryInput.optional(),
  }),
  output: pageOf(recordSchema(userFields)),
  permission: 'read',
});
