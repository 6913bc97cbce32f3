import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { sqsFunction } from '@sluice/lambda-kit';
import { createAwsBudget } from '../adapters/aws-budget.ts';
import { createAwsLedger } from '../adapters/aws-ledger.ts';
import { recordingRates } from '@sluice/flow/submit/rate-recording';
import { createHttpService } from '../adapters/http-service.ts';
import { theOutside, type Outside } from '../adapters/outside.ts';
import { batchMessageSchema } from '@sluice/flow/run-objects';
import { createS3Files } from '../adapters/s3-files.ts';
import { submitBatchEnv, type SubmitBatchEnv } from './env.ts';
import { submitBatch } from '@sluice/flow/submit/submit-batch';

/** What a cold start builds. */
export function services(env: SubmitBatchEnv, outside: Outside = theOutside) {
  const { now, transport } = outside;
  const budget = createAwsBudget(env, outside);
  const secrets = outside.client(SecretsManagerClient);
  return {
    ledger: createAwsLedger(env, outside),
    files: createS3Files({ client: outside.client(S3Client), bucket: env.FILES_BUCKET }),
    budget,
    service: recordingRates(budget, createHttpService(env, { secrets, timeoutMs: 20_000, now, transport })),
    idempotencyKey: env.SERVICE_IDEMPOTENCY_KEY === 'true',
    now,
    newId: outside.newId,
  };
}

export const handler = sqsFunction({
  env: submitBatchEnv,
  services,
  message: batchMessageSchema,
  about: ({ runId, batch, phase }) => ({ runId, batch, phase }),
  each: submitBatch,
});
