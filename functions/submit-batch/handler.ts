import { randomUUID } from 'node:crypto';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { sqsFunction } from '@sluice/lambda-kit';
import { createAwsLedger } from '../shared/aws-ledger.ts';
import { createHttpService } from '../shared/http-service.ts';
import { batchMessageSchema } from '../shared/run-objects.ts';
import { createS3Files } from '../shared/s3-files.ts';
import { submitBatchEnv } from './env.ts';
import { submitBatch } from './submit-batch.ts';

export const handler = sqsFunction({
  env: submitBatchEnv,
  services: (env) => {
    const now = () => new Date();
    return {
      ledger: createAwsLedger(env, now),
      files: createS3Files({ client: new S3Client({}), bucket: env.FILES_BUCKET }),
      service: createHttpService(env, { secrets: new SecretsManagerClient({}), timeoutMs: 20_000, now }),
      idempotencyKey: env.SERVICE_IDEMPOTENCY_KEY === 'true',
      now,
      newId: randomUUID,
    };
  },
  message: batchMessageSchema,
  each: submitBatch,
});
