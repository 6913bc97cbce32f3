import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import {
  createAnnouncer,
  createIds,
  importMessage,
  runInTurn,
  slotsOf,
  type TurnServices,
} from '@sluice/data-access';
import { createDynamoStore } from '@sluice/data-access/dynamodb';
import { createS3Blobs } from '@sluice/data-access/s3';
import { createSqsImportQueue, createSqsQueue } from '@sluice/data-access/sqs';
import { sqsFunction } from '@sluice/lambda-kit';
import { createSesMailer } from '@sluice/mail/ses';
import { runImportEnv } from './env.ts';

export const handler = sqsFunction({
  env: runImportEnv,
  services: (env): TurnServices => {
    const now = () => new Date();
    const store = createDynamoStore({ client: new DynamoDBClient({}), table: env.DATA_TABLE });
    const blobs = createS3Blobs({ client: new S3Client({}), bucket: env.DATA_BUCKET });
    const sqs = new SQSClient({});
    const changes = createSqsQueue({ client: sqs, url: env.CHANGES_QUEUE_URL });
    return {
      store,
      blobs,
      announcer: createAnnouncer({ store, blobs, queue: changes, now }),
      queue: createSqsImportQueue({ client: sqs, url: env.IMPORT_QUEUE_URL }),
      slotsPerSite: slotsOf(env.IMPORT_WORKERS),
      mailer: createSesMailer({ client: new SESv2Client({}), from: env.MAIL_FROM }),
      now,
      newId: createIds(now),
    };
  },
  message: importMessage,
  each: runInTurn,
});
