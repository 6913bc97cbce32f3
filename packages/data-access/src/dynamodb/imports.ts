import { importItem } from '../store/import-item.ts';
import type { ImportStore } from '../store/store.ts';
import { importKey } from './keys.ts';
import type { TableAccess } from './table-access.ts';
import { versionedItems } from './versioned.ts';

export function createDynamoImports(access: TableAccess): ImportStore {
  const items = versionedItems(access, importItem);
  return {
    get: (siteId, importId) => items.get(importKey(siteId, importId)),
    create: (item) => items.create(importKey(item.siteId, item.importId), item),
    update: (next) => items.update(importKey(next.siteId, next.importId), next),
  };
}
