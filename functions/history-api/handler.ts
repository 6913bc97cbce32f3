import { S3Client } from '@aws-sdk/client-s3';
import { httpFunction } from '@sluice/lambda-kit';
import { createAwsRateBudgets } from '../shared/aws-budget.ts';
import { createAwsLedger } from '../shared/aws-ledger.ts';
import { theOutside } from '../shared/outside.ts';
import { createS3Seals } from '../shared/seals.ts';
import { historyApiEnv } from './env.ts';
import { answerHistory } from './history.ts';

export const handler = httpFunction({
  env: historyApiEnv,
  services: (env) => ({
    ledger: createAwsLedger(env, theOutside),
    budgets: createAwsRateBudgets(env, theOutside),
    reserve: env.SERVICE_RESERVE_PERCENT,
    now: theOutside.now,
    seals: createS3Seals({ client: theOutside.client(S3Client), bucket: env.AUDIT_BUCKET }),
  }),
  handle: answerHistory,
});
