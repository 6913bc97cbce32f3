import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { log } from '@sluice/lambda-kit';
import type { Ledger, LedgerError, Migrations } from '@sluice/ledger';
import { createDynamoLedger, createDynamoMigrations } from '@sluice/ledger/dynamodb';
import { meteredLedger } from '@sluice/flow/measure/metered-ledger';
import { meteredMigrations } from '@sluice/flow/measure/metered-ports';
import type { Outside } from './outside.ts';

interface LedgerEnv {
  readonly LEDGER_TABLE: string;
}

export function createAwsLedger(env: LedgerEnv, outside: Outside): Ledger {
  return meteredLedger(createDynamoLedger(optionsOf(env, outside)));
}

export function createAwsMigrations(env: LedgerEnv, outside: Outside): Migrations {
  return meteredMigrations(createDynamoMigrations(optionsOf(env, outside)));
}

function optionsOf({ LEDGER_TABLE }: LedgerEnv, { client, now, sleep, random, newId }: Outside) {
  return {
    client: client(DynamoDBClient),
    table: LEDGER_TABLE,
    now,
    sleep,
    random,
    newId,
    // An alarm counts these lines.
    unreadable: (error: LedgerError, runId: string) => log.error('ledger_item_unreadable', error, { runId }),
  };
}
