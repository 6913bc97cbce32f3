import { openTable, type TableOptions } from '@sluice/aws-kit/dynamodb';
import { lookupFields, noLookupFields } from '../store/lookup-fields.ts';
import { siteCustomFields, type Store } from '../store/store.ts';
import { createDynamoAccess } from './access.ts';
import { createDynamoAuditHead } from './audit-head.ts';
import { createDynamoDryRuns } from './dry-runs.ts';
import { createDynamoImports } from './imports.ts';
import { customFieldsKey, lookupFieldsKey } from './keys.ts';
import { createDynamoLookups } from './lookups.ts';
import { createDynamoRecords } from './records.ts';
import { createDynamoSiteItems } from './site-items.ts';
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
    customFields: createDynamoSiteItems(access, {
      schema: siteCustomFields,
      keyOf: customFieldsKey,
      none: { version: 0, fields: [] },
    }),
    lookupFields: createDynamoSiteItems(access, {
      schema: lookupFields,
      keyOf: lookupFieldsKey,
      none: noLookupFields,
    }),
    webhooks: createDynamoWebhooks(access),
    slots: createDynamoSlots(access),
    dryRuns: createDynamoDryRuns(access),
    auditHead: createDynamoAuditHead(access),
  };
}
