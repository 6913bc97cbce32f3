import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import {
  announcingStore,
  createAnnouncer,
  createIds,
  dispatchControl,
  type ControlServices,
} from '@sluice/data-access';
import { createDynamoStore } from '@sluice/data-access/dynamodb';
import { createS3Blobs } from '@sluice/data-access/s3';
import { createSqsImportQueue, createSqsQueue } from '@sluice/data-access/sqs';
import { httpFunction, log } from '@sluice/lambda-kit';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { controlApiEnv } from './env.ts';

export const handler = httpFunction({
  env: controlApiEnv,
  services: (env): ControlServices => {
    const now = () => new Date();
    const newId = createIds(now);
    const store = createDynamoStore({ client: new DynamoDBClient({}), table: env.DATA_TABLE });
    const blobs = createS3Blobs({ client: new S3Client({}), bucket: env.DATA_BUCKET });
    const sqs = new SQSClient({});
    const changes = createSqsQueue({ client: sqs, url: env.CHANGES_QUEUE_URL });
    const announcer = createAnnouncer({ store, blobs, queue: changes, now });
    return {
      store: announcingStore({ store, announcer, now, newId }),
      blobs,
      queue: createSqsImportQueue({ client: sqs, url: env.IMPORT_QUEUE_URL }),
      deliveries: createSqsQueue({ client: sqs, url: env.DELIVERIES_QUEUE_URL }),
      urlRules: { allowLoopback: env.WEBHOOKS_ALLOW_LOOPBACK === 'true' },
      now,
      newId,
      newSecret: () => randomBytes(32).toString('base64url'),
      sleep: (ms) => sleep(ms),
      report: ({ requestId, operation, cause }) =>
        log.error('operation_failed', cause, { requestId, operation }),
    };
  },
  handle: dispatchControl,
});
