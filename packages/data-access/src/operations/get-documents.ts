import type { Operation } from './operation.ts';
import { runSearch } from './search-operation.ts';

export const getDocuments: Operation<'getDocuments'> = {
  run: async ({ fields, creatorIds, userIds, taskId, issueId, interestAccountIds, ...paging }, call) => {
    const filters = { creatorId: creatorIds, userIds, taskId, issueId, interestAccountIds };
    return runSearch({ operation: 'getDocuments', kind: 'document', fields, filters }, paging, call);
  },
};
