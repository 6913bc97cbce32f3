import type { Operation } from './operation.ts';
import { runSearch } from './search-operation.ts';

export const getIssues: Operation<'getIssues'> = {
  run: async ({ fields, open, requesterIds, q, ...paging }, call) => {
    const filters = { open, requesterId: requesterIds };
    return runSearch({ operation: 'getIssues', kind: 'issue', fields, filters, q }, paging, call);
  },
};
