import { sendNothing, sendXml, type Exchange, type Operation } from './exchange/exchange.ts';
import { copyObject } from './operations/copy-object.ts';
import { deleteObject, deleteObjects } from './operations/delete-object.ts';
import { getObject } from './operations/get-object.ts';
import { listObjects } from './operations/list-objects.ts';
import { listVersions } from './operations/list-versions.ts';
import { abortUpload, completeUpload, createUpload, listParts, uploadPart } from './operations/multipart.ts';
import { putObject } from './operations/put-object.ts';
import { S3Error } from './wire/s3-error.ts';

const operations: Readonly<Record<string, Operation>> = {
  'GET service': listBuckets,
  'HEAD bucket': headBucket,
  'GET bucket?list-type': listObjects,
  'GET bucket?versions': listVersions,
  'GET bucket?versioning': getVersioning,
  'POST bucket?delete': deleteObjects,
  'PUT object': putObject,
  'PUT object?copy': copyObject,
  'PUT object?uploadId': uploadPart,
  'GET object?uploadId': listParts,
  'GET object': getObject,
  'HEAD object': getObject,
  'DELETE object': deleteObject,
  'DELETE object?uploadId': abortUpload,
  'POST object?uploads': createUpload,
  'POST object?uploadId': completeUpload,
};

/** Query parameters that select an operation. */
const selectors = ['list-type', 'versions', 'uploads', 'uploadId', 'versioning', 'delete'];
/** Query parameters of operations that are not served here. Without them such a request would be taken for another one. */
const unserved = [
  'location',
  'retention',
  'acl',
  'tagging',
  'policy',
  'notification',
  'lifecycle',
  'cors',
  'encryption',
  'attributes',
  'legal-hold',
  'object-lock',
  'select',
];

/** @throws S3Error `NotImplemented` */
export function operationOf(exchange: Exchange): Operation {
  const { request, bucket, key, query } = exchange;
  const subject = bucket === '' ? 'service' : key === '' ? 'bucket' : 'object';
  const selected = [...selectors, ...unserved].find((name) => query.has(name));
  const copies = selected === undefined && request.headers['x-amz-copy-source'] !== undefined;
  const name = `${request.method} ${subject}${selected === undefined ? '' : `?${selected}`}${copies ? '?copy' : ''}`;
  const operation = operations[name];
  if (operation !== undefined) return operation;
  throw new S3Error('NotImplemented', `${name} is not served here.`);
}

function listBuckets(exchange: Exchange): void {
  const Bucket = exchange.store
    .buckets()
    .map(({ name, createdAt }) => ({ Name: name, CreationDate: createdAt.toISOString() }));
  sendXml(exchange, 'ListAllMyBucketsResult', { Owner: { ID: 'local' }, Buckets: { Bucket } });
}

function headBucket(exchange: Exchange): void {
  exchange.store.bucket(exchange.bucket);
  sendNothing(exchange, 200, { 'x-amz-bucket-region': 'us-east-1' });
}

function getVersioning(exchange: Exchange): void {
  const { versioned } = exchange.store.bucket(exchange.bucket);
  sendXml(exchange, 'VersioningConfiguration', versioned ? { Status: 'Enabled' } : {});
}
