import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SQSClient } from '@aws-sdk/client-sqs';
import { taskFunction } from '@sluice/lambda-kit';
import { createAwsBudget } from '../shared/aws-budget.ts';
import { createAwsLedger } from '../shared/aws-ledger.ts';
import { heardBy } from '../shared/heard-service.ts';
import { createHttpReverts } from '../shared/http-reverts.ts';
import { createHttpService } from '../shared/http-service.ts';
import { theOutside, type Outside } from '../shared/outside.ts';
import { createS3Files } from '../shared/s3-files.ts';
import { createSfnMachine } from '../shared/sfn-machine.ts';
import { createSqsQueue } from '../shared/sqs-queue.ts';
import { trackRunEnv, type TrackRunEnv } from './env.ts';
import { trackInputSchema, trackRun } from './track-run.ts';

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
    service: heardBy(budget, createHttpService(env, { secrets, timeoutMs: 15_000, now, transport })),
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
