import { versionedItems, type ItemKey, type TableAccess } from '@sluice/aws-kit/dynamodb';
import type * as z from 'zod';
import type { SiteItemStore } from '../store/store.ts';

interface Kept<T> {
  readonly schema: z.ZodType<T>;
  readonly keyOf: (siteId: string) => ItemKey;
  /** What a site has that has no item. */
  readonly none: T;
}

export function createDynamoSiteItems<T extends { readonly version: number }>(
  access: TableAccess,
  { schema, keyOf, none }: Kept<T>,
): SiteItemStore<T> {
  const { get, create, update } = versionedItems(access, schema);
  return {
    get: async (siteId) => (await get(keyOf(siteId))) ?? none,
    replace: (siteId, next) => (next.version === 1 ? create : update)(keyOf(siteId), next),
  };
}
