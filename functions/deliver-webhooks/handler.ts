import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { createResting, dispatchMessage, webhookMessage, type DispatchServices } from '@sluice/data-access';
import { createDynamoStore } from '@sluice/data-access/dynamodb';
import { createS3Blobs } from '@sluice/data-access/s3';
import { createSqsQueue } from '@sluice/data-access/sqs';
import { sqsFunction } from '@sluice/lambda-kit';
import { createSender } from '@sluice/webhooks/send';
import { meteredStore } from '../adapters/metered-store.ts';
import { deliverWebhooksEnv } from './env.ts';

export const handler = sqsFunction({
  env: deliverWebhooksEnv,
  services: (env): DispatchServices => {
    const now = () => new Date();
    return {
      store: meteredStore(createDynamoStore({ client: new DynamoDBClient({}), table: env.DATA_TABLE })),
      blobs: createS3Blobs({ client: new S3Client({}), bucket: env.DATA_BUCKET }),
      deliveries: createSqsQueue({ client: new SQSClient({}), url: env.DELIVERIES_QUEUE_URL }),
      send: createSender({
        allowLoopback: env.WEBHOOKS_ALLOW_LOOPBACK === 'true',
        timeoutMs: 10_000,
      }),
      resting: createResting(now),
      now,
      random: Math.random,
    };
  },
  message: webhookMessage,
  each: dispatchMessage,
});
