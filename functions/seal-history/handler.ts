import { S3Client } from '@aws-sdk/client-s3';
import { taskFunction } from '@sluice/lambda-kit';
import { z } from 'zod';
import { createAwsLedger, createAwsMigrations } from '../adapters/aws-ledger.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { createS3Seals } from '../adapters/s3-seals.ts';
import { sealHistoryEnv, type SealHistoryEnv } from './env.ts';
import { sealHistory } from '@sluice/flow/seal/seal-history';

/** What a cold start builds. */
export function services(env: SealHistoryEnv, outside: Outside = theOutside) {
  return {
    ledger: createAwsLedger(env, outside),
    migrations: createAwsMigrations(env, outside),
    seals: createS3Seals({ client: outside.client(S3Client), bucket: env.AUDIT_BUCKET }),
    now: outside.now,
  };
}

export const handler = taskFunction({
  env: sealHistoryEnv,
  services,
  input: z.unknown(),
  run: (_input, services) => sealHistory(services),
});
