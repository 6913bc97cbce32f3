import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { createIds, dispatchControl, type ControlServices } from '@sluice/data-access';
import { createDynamoStore } from '@sluice/data-access/dynamodb';
import { createS3Blobs } from '@sluice/data-access/s3';
import { httpFunction, log } from '@sluice/lambda-kit';
import { randomBytes } from 'node:crypto';
import { controlApiEnv } from './env.ts';

export const handler = httpFunction({
  env: controlApiEnv,
  services: (env): ControlServices => {
    const now = () => new Date();
    return {
      store: createDynamoStore({ client: new DynamoDBClient({}), table: env.DATA_TABLE }),
      blobs: createS3Blobs({ client: new S3Client({}), bucket: env.DATA_BUCKET }),
      now,
      newId: createIds(now),
      newSecret: () => randomBytes(32).toString('base64url'),
      report: ({ requestId, operation, cause }) =>
        log.error('operation_failed', cause, { requestId, operation }),
    };
  },
  handle: dispatchControl,
});
