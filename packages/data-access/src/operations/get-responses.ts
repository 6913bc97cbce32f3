import { ApiError, defaultNames, responseFields } from '@sluice/contract';
import type { Operation } from './operation.ts';
import { runSearch } from './search-operation.ts';

/** The responses to one form are a kind of their own, so that they are read without those to other forms. */
export const responseKind = (templateId: string): string => `response:${templateId}`;

export const getResponses: Operation<'getResponses'> = {
  run: async ({ templateId, ...paging }, call) => {
    const form = await call.services.store.records.get(call.siteId, { kind: 'template', id: templateId });
    if (!form || form.deleted) {
      throw new ApiError('not_found', 'templateId: expected the id of a form of this site.');
    }
    const fields = defaultNames(responseFields);
    return runSearch(
      { operation: 'getResponses', kind: responseKind(templateId), fields, filters: {} },
      paging,
      call,
    );
  },
};
