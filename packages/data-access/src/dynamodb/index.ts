import { openTable, type TableOptions } from '@sluice/dynamo-kit';
import type { Store } from '../store/store.ts';
import { createDynamoAccess } from './access.ts';
import { createDynamoAuditHead } from './audit-head.ts';
import { createDynamoCustomFields } from './custom-fields.ts';
import { createDynamoDryRuns } from './dry-runs.ts';
import { createDynamoImports } from './imports.ts';
import { createDynamoLookups } from './lookups.ts';
import { createDynamoRecords } from './records.ts';
import { createDynamoSlots } from './slots.ts';
import { createDynamoWebhooks } from './webhooks.ts';

export { tableShape } from './table.ts';

export function createDynamoStore(options: TableOptions): Store {
  const access = openTable(options);
  return {
    records: createDynamoRecords(access),
    lookups: createDynamoLookups(access),
    imports: createDynamoImports(access),
    access: createDynamoAccess(access),
    customFields: createDynamoCustomFields(access),
    webhooks: createDynamoWebhooks(access),
    slots: createDynamoSlots(access),
    dryRuns: createDynamoDryRuns(access),
    auditHead: createDynamoAuditHead(access),
  };
}
