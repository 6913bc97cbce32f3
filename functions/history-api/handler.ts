import { S3Client } from '@aws-sdk/client-s3';
import { httpFunction } from '@sluice/lambda-kit';
import { createAwsRateBudgets } from '../adapters/aws-budget.ts';
import { createAwsLedger, createAwsMigrations } from '../adapters/aws-ledger.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { createS3Files } from '../adapters/s3-files.ts';
import { createS3Seals } from '../adapters/s3-seals.ts';
import { historyApiEnv, type HistoryApiEnv } from './env.ts';
import { answer } from '@sluice/flow/history/answer';
import { createKeyList } from '../adapters/s3-keys.ts';

/** What a cold start builds. */
export function services(env: HistoryApiEnv, outside: Outside = theOutside) {
  const client = outside.client(S3Client);
  return {
    ledger: createAwsLedger(env, outside),
    budgets: createAwsRateBudgets(env, outside),
    reserve: env.SERVICE_RESERVE_PERCENT,
    seals: createS3Seals({ client, bucket: env.AUDIT_BUCKET }),
    migrations: createAwsMigrations(env, outside),
    drops: createS3Files({ client, bucket: env.DROP_BUCKET }),
    listKeys: createKeyList({ client, bucket: env.DROP_BUCKET }),
    now: outside.now,
  };
}

export const handler = httpFunction({ env: historyApiEnv, services, handle: answer });
