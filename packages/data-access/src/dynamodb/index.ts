import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../store/store.ts';
import { createDynamoAccess } from './access.ts';
import { createDynamoCustomFields } from './custom-fields.ts';
import { createDynamoDryRuns } from './dry-runs.ts';
import { createDynamoImports } from './imports.ts';
import { createDynamoLookups } from './lookups.ts';
import { createDynamoRecords } from './records.ts';
import { createDynamoSlots } from './slots.ts';
import type { TableAccess } from './table-access.ts';
import { createDynamoWebhooks } from './webhooks.ts';

export { tableShape } from './table.ts';
export { StoreBusyError } from './table-access.ts';

export interface DynamoStoreOptions {
  readonly client: DynamoDBClient;
  readonly table: string;
  readonly sleep?: (ms: number) => Promise<void>;
  readonly random?: () => number;
}

export function createDynamoStore(options: DynamoStoreOptions): Store {
  const access: TableAccess = {
    client: options.client,
    table: options.table,
    sleep: options.sleep ?? ((ms) => sleep(ms)),
    random: options.random ?? Math.random,
    dialect: { joinSets: ' SET ' },
  };
  return {
    records: createDynamoRecords(access),
    lookups: createDynamoLookups(access),
    imports: createDynamoImports(access),
    access: createDynamoAccess(access),
    customFields: createDynamoCustomFields(access),
    webhooks: createDynamoWebhooks(access),
    slots: createDynamoSlots(access),
    dryRuns: createDynamoDryRuns(access),
  };
}
