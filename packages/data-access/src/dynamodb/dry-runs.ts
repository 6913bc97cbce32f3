import { getItem, putItem, type TableAccess } from '@sluice/aws-kit/dynamodb';
import * as z from 'zod';
import type { DryRunStore } from '../store/dry-runs.ts';
import { dryRunKey } from './keys.ts';

const stored = z.object({ id: z.string(), expires: z.number() });

export function createDynamoDryRuns(access: TableAccess): DryRunStore {
  return {
    note: ({ siteId, digest, importId, expires }) =>
      putItem(access, { ...dryRunKey(siteId, digest), id: importId, expires }),
    find: async (siteId, digest, now) => {
      const found = stored.safeParse(await getItem(access, dryRunKey(siteId, digest))).data;
      // DynamoDB deletes expired items only days later.
      return found && found.expires * 1000 > now.getTime() ? found.id : undefined;
    },
  };
}
