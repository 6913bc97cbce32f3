import { ApiError, defaultNames, issueFields, roleFields, userFields } from '@sluice/contract';
import { nudge, statusOf } from '../import/import-status.ts';
import { answerOf } from '../records/answer-record.ts';
import { customFieldsShown, withCustomFields } from '../records/custom-fields.ts';
import type { Operation } from '../operation.ts';

/** A deleted user is returned with `deleted: true`. */
export const getUser: Operation<'getUser'> = {
  run: async ({ id, fields }, { siteId, services }) => {
    const record = await services.store.records.get(siteId, { kind: 'user', id });
    if (!record) throw new ApiError('not_found', 'id: expected the id of a user of this site.');
    return { user: answerOf(userFields, record, fields) };
  },
};

export const getIssue: Operation<'getIssue'> = {
  run: async ({ id, fields }, { siteId, services }) => {
    const [record, custom] = await Promise.all([
      services.store.records.get(siteId, { kind: 'issue', id }),
      customFieldsShown(services, siteId, { kind: 'issue', fields }),
    ]);
    // Unlike a user, an issue has no field `deleted`.
    if (!record || record.deleted)
      throw new ApiError('not_found', 'id: expected the id of an issue of this site.');
    return { issue: answerOf(issueFields, withCustomFields(record, custom), fields) };
  },
};

const rolesExpected = 50;

/** All roles, oldest first, without paging, since an organization has few. */
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

export const importStatus: Operation<'importStatus'> = {
  run: async ({ importId }, { siteId, services }) => {
    const item = await services.store.imports.get(siteId, importId);
    if (!item) throw new ApiError('not_found', 'importId: expected the id of an import of this site.');
    await nudge(item, services);
    return { importStatus: await statusOf(item, services) };
  },
};
