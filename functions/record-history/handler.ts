import { answerHistory, type RecordHistoryServices } from '@sluice/console/api/history/record-history';
import { httpFunction } from '@sluice/aws-kit/handlers';
import { createAwsLedger, createAwsMigrations } from '../adapters/aws-ledger.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { createS3Files } from '../adapters/s3-files.ts';
import { createSiteCalls } from '../adapters/site-calls.ts';
import { recordHistoryEnv, type RecordHistoryEnv } from './env.ts';

export function services(env: RecordHistoryEnv, outside: Outside = theOutside): RecordHistoryServices {
  const { SERVICE_REVERT_URL: url } = env;
  return {
    ledger: createAwsLedger(env, outside),
    migrations: createAwsMigrations(env, outside),
    files: createS3Files(outside, env.FILES_BUCKET),
    ask: url === undefined ? undefined : createSiteCalls({ ...env, url }, outside, { timeoutMs: 15_000 }),
  };
}

export const handler = httpFunction({ env: recordHistoryEnv, services, handle: answerHistory });
