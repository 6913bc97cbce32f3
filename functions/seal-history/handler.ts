import { taskFunction } from '@sluice/aws-kit/handlers';
import { sealHistory } from '@sluice/flow/seal/seal-history';
import * as z from 'zod';
import { createAwsLedger, createAwsMigrations } from '../adapters/aws-ledger.ts';
import { createS3Seals } from '../adapters/s3-listings.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { sealHistoryEnv, type SealHistoryEnv } from './env.ts';

export function services(env: SealHistoryEnv, outside: Outside = theOutside) {
  return {
    ledger: createAwsLedger(env, outside),
    migrations: createAwsMigrations(env, outside),
    seals: createS3Seals(outside, env.AUDIT_BUCKET),
    now: outside.now,
  };
}

export const handler = taskFunction({
  env: sealHistoryEnv,
  services,
  input: z.unknown(),
  run: (_input, services) => sealHistory(services),
});
