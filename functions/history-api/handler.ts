import { httpFunction } from '@sluice/aws-kit/handlers';
import { answer } from '@sluice/flow/history/answer';
import { createAwsLedger, createAwsMigrations, createAwsRateBudgets } from '../adapters/aws-ledger.ts';
import { createS3Files } from '../adapters/s3-files.ts';
import { createKeyList, createS3Seals } from '../adapters/s3-listings.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { historyApiEnv, type HistoryApiEnv } from './env.ts';

export function services(env: HistoryApiEnv, outside: Outside = theOutside) {
  return {
    ledger: createAwsLedger(env, outside),
    budgets: createAwsRateBudgets(env, outside),
    reserve: env.SERVICE_RESERVE_PERCENT,
    seals: createS3Seals(outside, env.AUDIT_BUCKET),
    migrations: createAwsMigrations(env, outside),
    drops: createS3Files(outside, env.DROP_BUCKET),
    files: createS3Files(outside, env.FILES_BUCKET),
    listKeys: createKeyList(outside, env.DROP_BUCKET),
    now: outside.now,
  };
}

export const handler = httpFunction({ env: historyApiEnv, services, handle: answer });
