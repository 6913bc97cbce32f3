import { sendNothing, sendXml, type Exchange, type Operation } from './exchange.ts';
import { deleteObject, deleteObjects } from './operations/delete-objects.ts';
import { getObject } from './operations/get-object.ts';
import { listObjects } from './operations/list-objects.ts';
import { listVersions } from './operations/list-versions.ts';
import {
  abortUpload,
  completeUpload,
  createUpload,
  listParts,
  listUploads,
  uploadPart,
} from './operations/multipart.ts';
import { getRetention } from './operations/object-lock.ts';
import { copyObject, putObject } from './operations/put-object.ts';
import { S3Error } from './wire/s3-error.ts';

const operations: Readonly<Record<string, Operation>> = {
  'GET service': listBuckets,
  'HEAD bucket': headBucket,
  'GET bucket?list-type': listObjects,
  'GET bucket?versions': listVersions,
  'GET bucket?uploads': listUploads,
  'GET bucket?location': (exchange) => sendXml(exchange, 'LocationConstraint', {}),
  'GET bucket?versioning': getVersioning,
  'POST bucket?delete': deleteObjects,
  'PUT object': putObject,
  'PUT object?copy': copyObject,
  'PUT object?uploadId': uploadPart,
  'GET object': getObject,
  'GET object?retention': getRetention,
  'HEAD object': getObject,
  'GET object?uploadId': listParts,
  'DELETE object': deleteObject,
  'DELETE object?uploadId': abortUpload,
  'POST object?uploads': createUpload,
  'POST object?uploadId': completeUpload,
};

/** What tells operations on the same path and method apart. */
const selectors = [
  'list-type',
  'versions',
  'uploads',
  'uploadId',
  'location',
  'versioning',
  'delete',
  'retention',
];
/** Of operations that are not served here: without them the request would be taken for another. */
const unserved = [
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

/** Throws `S3Error` `NotImplemented`. */
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
