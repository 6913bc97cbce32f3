import { ApiError, userFields } from '@sluice/contract';
import { answerOf } from '../records/answer-record.ts';
import type { Operation } from './operation.ts';

/** A deleted user is returned with `deleted: true`. */
export const getUser: Operation<'getUser'> = {
  run: async ({ id, fields }, { siteId, services }) => {
    const record = await services.store.records.get(siteId, { kind: 'user', id });
    if (!record) throw new ApiError('not_found', 'id: expected the id of a user of this site.');
    return { user: answerOf(userFields, record, fields) };
  },
};
