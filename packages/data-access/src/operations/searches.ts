import { ApiError, defaultNames, responseFields } from '@sluice/contract';
import type { Operation } from '../operation.ts';
import { runSearch } from './search-operation.ts';

export const getUsers: Operation<'getUsers'> = {
  run: async ({ fields, userType, q, ...paging }, call) =>
    runSearch({ operation: 'getUsers', kind: 'user', fields, filters: { userType }, q }, paging, call),
};

export const getIssues: Operation<'getIssues'> = {
  run: async ({ fields, open, requesterIds, q, ...paging }, call) => {
    const filters = { open, requesterId: requesterIds };
    return runSearch({ operation: 'getIssues', kind: 'issue', fields, filters, q }, paging, call);
  },
};

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

export const getDocuments: Operation<'getDocuments'> = {
  run: async ({ fields, creatorIds, userIds, taskId, issueId, interestAccountIds, ...paging }, call) => {
    const filters = { creatorId: creatorIds, userIds, taskId, issueId, interestAccountIds };
    return runSearch({ operation: 'getDocuments', kind: 'document', fields, filters }, paging, call);
  },
};

/** The responses to each form are a separate kind, so that a search reads no others. */
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
