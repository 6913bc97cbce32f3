import * as z from 'zod';
import { fieldsInput, recordSchema } from '../fields/derive.ts';
import { pageOf, pagingShape, queryInput } from '../wire/paging.ts';
import { interestAccountFields } from '../resources/interest-account.ts';
import { operation } from './operation.ts';

export const getInterestAccounts = operation({
  input: z.strictObject({
    ...pagingShape,
    fields: fieldsInput(interestAccountFields),
    ownerNumber: queryInput.optional(),
    email: queryInput.optional(),
  }),
  output: pageOf(recordSchema(interestAccountFields)),
  permission: 'read',
  about: 'Lists interest accounts, which are also called owner accounts.',
  example: { ownerNumber: '10023', fields: ['id', 'name', 'email'] },
});
