import { ApiError, issueFields } from '@sluice/contract';
import { answerOf } from '../records/answer-record.ts';
import { customFieldsShown, withCustomFields } from '../records/custom-fields.ts';
import type { Operation } from './operation.ts';

export const getIssue: Operation<'getIssue'> = {
  run: async ({ id, fields }, { siteId, services }) => {
    const [record, custom] = await Promise.all([
      services.store.records.get(siteId, { kind: 'issue', id }),
      customFieldsShown(services, siteId, { kind: 'issue', fields }),
    ]);
    // Unlike a user, an issue has no field that could say that it is deleted.
    if (!record || record.deleted)
      throw new ApiError('not_found', 'id: expected the id of an issue of this site.');
    return { issue: answerOf(issueFields, withCustomFields(record, custom), fields) };
  },
};
