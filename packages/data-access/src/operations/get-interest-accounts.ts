import type { Operation } from './operation.ts';
import { runSearch } from './search-operation.ts';

export const getInterestAccounts: Operation<'getInterestAccounts'> = {
  run: async ({ fields, ownerNumber, email, ...paging }, call) => {
    const filters = { ownerNumber, email };
    return runSearch(
      { operation: 'getInterestAccounts', kind: 'interestAccount', fields, filters },
      paging,
      call,
    );
  },
};
