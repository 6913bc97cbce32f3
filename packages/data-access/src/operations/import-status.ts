import { ApiError } from '@sluice/contract';
import { nudge, statusOf } from '../import/import-status.ts';
import type { Operation } from './operation.ts';

export const importStatus: Operation<'importStatus'> = {
  run: async ({ importId }, { siteId, services }) => {
    const item = await services.store.imports.get(siteId, importId);
    if (!item) throw new ApiError('not_found', 'importId: expected the id of an import of this site.');
    await nudge(item, services);
    return { importStatus: await statusOf(item, services) };
  },
};
