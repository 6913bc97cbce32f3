import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Ledger } from '@sluice/ledger';
import { createDynamoLedger } from '@sluice/ledger/dynamodb';
import type { Outside } from './outside.ts';

export function createAwsLedger(
  { LEDGER_TABLE }: { readonly LEDGER_TABLE: string },
  { client, now, sleep, random, newId }: Outside,
): Ledger {
  return createDynamoLedger({
    client: client(DynamoDBClient),
    table: LEDGER_TABLE,
    now,
    sleep,
    random,
    newId,
  });
}
