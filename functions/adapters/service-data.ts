import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SQSClient } from '@aws-sdk/client-sqs';
import { publishingStore, createPublisher, createIds, type Fault } from '@sluice/data-access';
import { createDynamoStore } from '@sluice/data-access/dynamodb';
import { createS3AuditLog, createS3Blobs } from '@sluice/data-access/s3';
import { createSqsQueue } from '@sluice/data-access/sqs';
import { log } from '@sluice/aws-kit/handlers';
import { theOutside } from './outside.ts';

interface StoresEnv {
  readonly DATA_TABLE: string;
  readonly DATA_BUCKET: string;
}

interface ServiceDataEnv extends StoresEnv {
  readonly CHANGES_QUEUE_URL: string;
}

interface RequestDataEnv extends ServiceDataEnv {
  readonly IMPORT_QUEUE_URL: string;
}

const { client, now, sleep } = theOutside;

export function serviceStores(env: StoresEnv) {
  const store = createDynamoStore({ client: client(DynamoDBClient), table: env.DATA_TABLE });
  const blobs = createS3Blobs({ client: client(S3Client), bucket: env.DATA_BUCKET });
  return { store, blobs, now };
}

export const auditLogIn = (bucket: string) => createS3AuditLog({ client: client(S3Client), bucket });

export const queueAt = <M extends { readonly siteId: string }>(url: string) =>
  createSqsQueue<M>({ client: client(SQSClient), url });

/** What every function that writes records needs; `publisher` publishes the changes. */
export function serviceData(env: ServiceDataEnv) {
  const stores = serviceStores(env);
  const publisher = createPublisher({ ...stores, queue: queueAt(env.CHANGES_QUEUE_URL) });
  return { ...stores, publisher, newId: createIds(now), sleep };
}

/** The same for requests. Their store publishes every write. */
export function requestData(env: RequestDataEnv) {
  const { publisher, store, ...data } = serviceData(env);
  return {
    ...data,
    store: publishingStore({ store, publisher, now, newId: data.newId }),
    queue: queueAt(env.IMPORT_QUEUE_URL),
    calls: queueAt(env.CHANGES_QUEUE_URL),
    report: reportFault,
  };
}

export function reportFault({ requestId, operation, cause }: Fault): void {
  log.error('operation_failed', cause, { requestId, operation });
}
