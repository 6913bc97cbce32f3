import * as z from 'zod';
import { recordSchema } from '../fields/derive.ts';
import { idInput, pageOf, pagingShape } from '../wire/paging.ts';
import { responseFields } from '../resources/response.ts';
import { operation } from './operation.ts';

export const getResponses = operation({
  input: z.strictObject({ ...pagingShape, templateId: idInput }),
  output: pageOf(recordSchema(responseFields)),
  permission: 'read',
  about:
    'Lists the responses to a form, each with its answers as they were rendered. A form is also called a template.',
  example: { templateId: '0mk2f4e7c1p9', sort: 'oldest' },
});
