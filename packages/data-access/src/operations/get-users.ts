import type { Operation } from './operation.ts';
import { runSearch } from './search-operation.ts';

export const getUsers: Operation<'getUsers'> = {
  run: async ({ fields, userType, q, ...paging }, call) =>
    runSearch({ operation: 'getUsers', kind: 'user', fields, filters: { userType }, q }, paging, call),
};
