import * as z from 'zod';
import { fieldsInput, recordSchema } from '../fields/derive.ts';
import { pageOf, pagingShape, queryInput } from '../wire/paging.ts';
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
  about:
    'Lists users. `q` matches the name, the e-mail address and the phone numbers. Deleted users are listed too, unless `q` is given.',
  example: { userType: 'client', updatedAfter: '2026-01-31T09:30:00.000Z', sort: 'updated' },
});
