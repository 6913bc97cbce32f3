import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { meteredLedger } from '@sluice/flow/measure/metered-ledger';
import { meteredBudgets, meteredMigrations } from '@sluice/flow/measure/metered-ports';
import { log } from '@sluice/aws-kit/handlers';
import { createCallBudget, type CallBudget, type RateBudgets } from '@sluice/ledger/call-budget';
import type { Ledger, LedgerError, Migrations } from '@sluice/ledger';
import { createDynamoLedger, createDynamoMigrations, createDynamoRateBudgets } from '@sluice/ledger/dynamodb';
import type { Outside } from './outside.ts';

interface LedgerEnv {
  readonly LEDGER_TABLE: string;
}

export interface BudgetEnv extends LedgerEnv {
  readonly SERVICE_URL: string;
  readonly SERVICE_RESERVE_PERCENT: number;
}

export function createAwsLedger(env: LedgerEnv, outside: Outside): Ledger {
  return meteredLedger(createDynamoLedger(optionsOf(env, outside)));
}

export function createAwsMigrations(env: LedgerEnv, outside: Outside): Migrations {
  return meteredMigrations(createDynamoMigrations(optionsOf(env, outside)));
}

export function createAwsRateBudgets(env: LedgerEnv, outside: Outside): RateBudgets {
  return meteredBudgets(createDynamoRateBudgets(optionsOf(env, outside)));
}

/** The call budget of this instance. It is created once per cold start, so that a warm instance keeps its block of calls. */
export function createAwsBudget(env: BudgetEnv, outside: Outside): CallBudget {
  return createCallBudget({
    budgets: createAwsRateBudgets(env, outside),
    target: env.SERVICE_URL,
    reserve: env.SERVICE_RESERVE_PERCENT,
    now: outside.now,
    newId: outside.newId,
  });
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
