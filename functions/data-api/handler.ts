import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { createIds, dispatch, type Services } from '@sluice/data-access';
import { createDynamoStore } from '@sluice/data-access/dynamodb';
import { createS3Blobs } from '@sluice/data-access/s3';
import { createSqsImportQueue } from '@sluice/data-access/sqs';
import { httpFunction, log } from '@sluice/lambda-kit';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataApiEnv } from './env.ts';
import { createSigningKey } from './signing-key.ts';

export const handler = httpFunction({
  env: dataApiEnv,
  services: (env): Services => {
    const now = () => new Date();
    return {
      store: createDynamoStore({ client: new DynamoDBClient({}), table: env.DATA_TABLE }),
      blobs: createS3Blobs({ client: new S3Client({}), bucket: env.DATA_BUCKET }),
      queue: createSqsImportQueue({ client: new SQSClient({}), url: env.IMPORT_QUEUE_URL }),
      now,
      newId: createIds(now),
      sleep: (ms) => sleep(ms),
      signingKey: createSigningKey({
        client: new SecretsManagerClient({}),
        secretId: env.SIGNING_SECRET_ARN,
        now,
      }),
      report: ({ requestId, operation, cause }) =>
        log.error('operation_failed', cause, { requestId, operation }),
    };
  },
  handle: dispatch,
});
