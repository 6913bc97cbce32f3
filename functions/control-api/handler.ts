import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { createIds, dispatchControl, type ControlServices } from '@sluice/data-access';
import { createDynamoStore } from '@sluice/data-access/dynamodb';
import { createS3Blobs } from '@sluice/data-access/s3';
import { createSqsImportQueue } from '@sluice/data-access/sqs';
import { httpFunction, log } from '@sluice/lambda-kit';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { controlApiEnv } from './env.ts';

export const handler = httpFunction({
  env: controlApiEnv,
  services: (env): ControlServices => {
    const now = () => new Date();
    return {
      store: createDynamoStore({ client: new DynamoDBClient({}), table: env.DATA_TABLE }),
      blobs: createS3Blobs({ client: new S3Client({}), bucket: env.DATA_BUCKET }),
      queue: createSqsImportQueue({ client: new SQSClient({}), url: env.IMPORT_QUEUE_URL }),
      now,
      newId: createIds(now),
      newSecret: () => randomBytes(32).toString('base64url'),
      sleep: (ms) => sleep(ms),
      report: ({ requestId, operation, cause }) =>
        log.error('operation_failed', cause, { requestId, operation }),
    };
  },
  handle: dispatchControl,
});
