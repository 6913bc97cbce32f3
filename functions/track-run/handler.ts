import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { taskFunction } from '@sluice/lambda-kit';
import { createAwsBudget } from '../adapters/aws-budget.ts';
import { createAwsLedger } from '../adapters/aws-ledger.ts';
import { recordingRates } from '@sluice/flow/submit/rate-recording';
import { createHttpReverts } from '../adapters/http-reverts.ts';
import { createHttpService } from '../adapters/http-service.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { createS3Files } from '../adapters/s3-files.ts';
import { createSfnMachine } from '../adapters/sfn-machine.ts';
import { createSqsQueue } from '../adapters/sqs-queue.ts';
import { trackRunEnv, type TrackRunEnv } from './env.ts';
import { trackInputSchema, trackRun } from '@sluice/flow/track/track-run';

/** What a cold start builds. */
export function services(env: TrackRunEnv, outside: Outside = theOutside) {
  const { now, transport } = outside;
  const budget = createAwsBudget(env, outside);
  const secrets = outside.client(SecretsManagerClient);
  const revertUrl = env.SERVICE_REVERT_URL;
  const reverting = {
    secretArn: env.SERVICE_SECRET_ARN,
    secrets,
    timeoutMs: 15_000,
    now,
    fetch: outside.fetch,
  };
  return {
    ledger: createAwsLedger(env, outside),
    files: createS3Files({ client: outside.client(S3Client), bucket: env.FILES_BUCKET }),
    batches: createSqsQueue({ client: outside.client(SQSClient), url: env.BATCH_QUEUE_URL }),
    machine: createSfnMachine({ client: outside.client(SFNClient), arn: env.TRACKING_MACHINE_ARN }),
    budget,
    service: recordingRates(budget, createHttpService(env, { secrets, timeoutMs: 15_000, now, transport })),
    reverts: revertUrl === undefined ? undefined : createHttpReverts({ ...reverting, revertUrl }),
    idempotencyKey: env.SERVICE_IDEMPOTENCY_KEY === 'true',
    now,
  };
}

export const handler = taskFunction({
  env: trackRunEnv,
  services,
  input: trackInputSchema,
  about: ({ runId }) => ({ runId }),
  run: trackRun,
});
