import { defaultNames, roleFields } from '@sluice/contract';
import { answerOf } from '../records/answer-record.ts';
import type { Operation } from './operation.ts';

const rolesExpected = 50;

/** All of them, oldest first, without paging: an organization has few. */
export const getRoles: Operation<'getRoles'> = {
  run: async (_, { siteId, services }) => {
    const roles: Record<string, unknown>[] = [];
    const rows = services.store.records.scan(siteId, {
      kind: 'role',
      order: 'oldest',
      expected: rolesExpected,
    });
    for await (const { record } of rows) {
      if (record && !record.deleted) roles.push(answerOf(roleFields, record, defaultNames(roleFields)));
    }
    return { roles };
  },
};
