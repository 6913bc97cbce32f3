import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { publishingStore, createPublisher, createIds } from '@sluice/data-access';
import { createDynamoStore } from '@sluice/data-access/dynamodb';
import { createS3Blobs } from '@sluice/data-access/s3';
import { createSqsImportQueue, createSqsQueue } from '@sluice/data-access/sqs';

export interface ServiceDataEnv {
  readonly DATA_TABLE: string;
  readonly DATA_BUCKET: string;
  readonly CHANGES_QUEUE_URL: string;
  readonly IMPORT_QUEUE_URL: string;
}

/** What every function that writes records begins with; it has the changes told by `publisher`. */
export function serviceData(env: ServiceDataEnv) {
  const now = () => new Date();
  const newId = createIds(now);
  const store = createDynamoStore({ client: new DynamoDBClient({}), table: env.DATA_TABLE });
  const blobs = createS3Blobs({ client: new S3Client({}), bucket: env.DATA_BUCKET });
  const sqs = new SQSClient({});
  const changes = createSqsQueue({ client: sqs, url: env.CHANGES_QUEUE_URL });
  const publisher = createPublisher({ store, blobs, queue: changes, now });
  const queue = createSqsImportQueue({ client: sqs, url: env.IMPORT_QUEUE_URL });
  return { store, blobs, sqs, publisher, queue, now, newId };
}

/** The same for requests: whatever is written through the store is told. */
export function requestData(env: ServiceDataEnv) {
  const { publisher, store, ...data } = serviceData(env);
  const { now, newId } = data;
  return { ...data, store: publishingStore({ store, publisher, now, newId }) };
}
