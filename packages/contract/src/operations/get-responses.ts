import { z } from 'zod';
import { recordSchema } from '../fields/derive.ts';
import { idInput, pageOf, pagingShape } from '../paging.ts';
import { responseFields } from '../resources/response.ts';
import { operation } from './operation.ts';

export const getResponses = operation({
  input: z.strictObject({ ...pagingShape, templateId: idInput }),
  output: pageOf(recordSchema(responseFields)),
  permission: 'read',
});
