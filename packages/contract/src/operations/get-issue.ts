import * as z from 'zod';
import { fieldsInput, recordSchema } from '../fields/derive.ts';
import { idInput } from '../wire/paging.ts';
import { issueFields } from '../resources/issue.ts';
import { operation } from './operation.ts';

export const getIssue = operation({
  input: z.strictObject({ id: idInput, fields: fieldsInput(issueFields) }),
  output: z.object({ issue: recordSchema(issueFields) }),
  permission: 'read',
  about: 'Gives one issue by its id.',
  example: { id: '0mk2f4e7c1p9', fields: ['id', 'title', 'open'] },
});
