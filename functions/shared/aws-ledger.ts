import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Ledger } from '@sluice/ledger';
import { createDynamoLedger } from '@sluice/ledger/dynamodb';
import type { Clock } from './ports.ts';

export function createAwsLedger({ LEDGER_TABLE }: { readonly LEDGER_TABLE: string }, now: Clock): Ledger {
  return createDynamoLedger({ client: new DynamoDBClient({}), table: LEDGER_TABLE, now });
}
