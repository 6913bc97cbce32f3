import * as z from 'zod';
import { fieldsInput, recordSchema } from '../fields/derive.ts';
import { idsInput, pageOf, pagingShape, queryInput } from '../wire/paging.ts';
import { issueFields } from '../resources/issue.ts';
import { operation } from './operation.ts';

/** `q` matches identifier, title and the discussion with the client. */
export const getIssues = operation({
  input: z.strictObject({
    ...pagingShape,
    fields: fieldsInput(issueFields),
    open: z.boolean().optional(),
    q: queryInput.optional(),
    requesterIds: idsInput.optional(),
  }),
  output: pageOf(recordSchema(issueFields)),
  permission: 'read',
  about: 'Lists issues. `q` matches the identifier, the title and the discussion with the client.',
  example: { open: true, q: 'roof', sort: 'updated' },
});
