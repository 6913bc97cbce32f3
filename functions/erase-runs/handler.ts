import { answerErase } from '@sluice/flow/erase/answer-erase';
import { httpFunction } from '@sluice/aws-kit/handlers';
import { createAwsLedger } from '../adapters/aws-ledger.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { createS3Files } from '../adapters/s3-files.ts';
import { createS3Versions } from '../adapters/s3-versions.ts';
import { eraseRunsEnv, type EraseRunsEnv } from './env.ts';

export function services(env: EraseRunsEnv, outside: Outside = theOutside) {
  return {
    ledger: createAwsLedger(env, outside),
    drops: createS3Files(outside, env.DROP_BUCKET),
    files: createS3Files(outside, env.FILES_BUCKET),
    objects: createS3Versions(outside, env.FILES_BUCKET),
    inbox: createS3Versions(outside, env.DROP_BUCKET),
    dropBucket: env.DROP_BUCKET,
    keptDays: env.KEPT_DAYS,
    now: outside.now,
  };
}

export const handler = httpFunction({ env: eraseRunsEnv, services, handle: answerErase });
