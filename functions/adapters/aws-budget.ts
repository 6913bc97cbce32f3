import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createCallBudget, type CallBudget, type RateBudgets } from '@sluice/call-budget';
import { createDynamoRateBudgets } from '@sluice/ledger/dynamodb';
import { meteredBudgets } from '@sluice/flow/measure/metered-ports';
import type { Outside } from './outside.ts';

interface TableEnv {
  readonly LEDGER_TABLE: string;
}

export interface BudgetEnv extends TableEnv {
  readonly SERVICE_URL: string;
  readonly SERVICE_RESERVE_PERCENT: number;
}

/** The calls that this instance may make; made once a cold start, so that a warm instance keeps its block. */
export function createAwsBudget(env: BudgetEnv, outside: Outside): CallBudget {
  const { now, newId } = outside;
  const reserve = env.SERVICE_RESERVE_PERCENT;
  return createCallBudget({
    budgets: createAwsRateBudgets(env, outside),
    target: env.SERVICE_URL,
    reserve,
    now,
    newId,
  });
}

export function createAwsRateBudgets(
  { LEDGER_TABLE }: TableEnv,
  { client, sleep, random, newId }: Outside,
): RateBudgets {
  const options = { client: client(DynamoDBClient), table: LEDGER_TABLE, sleep, random, newId };
  return meteredBudgets(createDynamoRateBudgets(options));
}
