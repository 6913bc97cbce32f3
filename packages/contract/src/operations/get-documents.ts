import * as z from 'zod';
import { fieldsInput, recordSchema } from '../fields/derive.ts';
import { idInput, idsInput, pageOf, pagingShape } from '../wire/paging.ts';
import { documentFields } from '../resources/document.ts';
import { operation } from './operation.ts';

export const getDocuments = operation({
  input: z.strictObject({
    ...pagingShape,
    fields: fieldsInput(documentFields),
    creatorIds: idsInput.optional(),
    userIds: idsInput.optional(),
    taskId: idInput.optional(),
    issueId: idInput.optional(),
    interestAccountIds: idsInput.optional(),
  }),
  output: pageOf(recordSchema(documentFields)),
  permission: 'read',
  about: 'Lists documents. They are immutable.',
  example: { userIds: ['0mk2f4e7c1p9'], limit: 10 },
});
