import { S3Client } from '@aws-sdk/client-s3';
import { taskFunction } from '@sluice/lambda-kit';
import { z } from 'zod';
import { createAwsLedger } from '../adapters/aws-ledger.ts';
import { createFlowNotifier } from '../adapters/flow-notifier.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { createS3Files } from '../adapters/s3-files.ts';
import { reportRunEnv, type ReportRunEnv } from './env.ts';
import { reportRun } from '@sluice/flow/report/report-run';
import { leaseMs } from '@sluice/flow/notify/send-notice';

/** What a cold start builds. */
export function services(env: ReportRunEnv, outside: Outside = theOutside) {
  const s3 = outside.client(S3Client);
  return {
    ledger: createAwsLedger(env, outside),
    drops: createS3Files({ client: s3, bucket: env.DROP_BUCKET }),
    files: createS3Files({ client: s3, bucket: env.FILES_BUCKET }),
    filesBucket: env.FILES_BUCKET,
    notifier: createFlowNotifier(env, outside),
    now: outside.now,
    newId: outside.newId,
  };
}

export const handler = taskFunction({
  env: reportRunEnv,
  services,
  input: z.looseObject({ runId: z.string().min(1) }),
  about: ({ runId }) => ({ runId }),
  // The state of the tracking machine passes through: it goes on where the mail is not settled yet.
  run: async (state, services) => {
    const isLeased = (await reportRun(state.runId, services)) === 'leased';
    return isLeased ? { ...state, next: 'wait', waitSeconds: leaseMs / 1000 } : { ...state, next: 'done' };
  },
});
