import type { Access } from './policy.ts';

/** The parts of a request to S3 that select its operation. */
export interface S3Request {
  readonly method: string | undefined;
  readonly bucket: string;
  /** Empty for requests about the bucket. */
  readonly key: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

const arnOf = (path: string): string => `arn:aws:s3:::${path}`;

/** What IAM checks for one request. A list of objects to delete is checked one by one with `deletion`. */
export function s3Accesses(request: S3Request): Access[] {
  const { bucket, key } = request;
  if (bucket === '') return [{ action: 's3:ListAllMyBuckets', resource: '*' }];
  return key === '' ? onBucket(request) : onObject(request, arnOf(`${bucket}/${key}`));
}

export function deletion(bucket: string, key: string, versionId: string | null): Access {
  const action = versionId === null ? 's3:DeleteObject' : 's3:DeleteObjectVersion';
  return { action, resource: arnOf(`${bucket}/${key}`) };
}

/** S3 admits that there is no such object only to those who may list the bucket. */
export function listing(bucket: string): Access {
  return { action: 's3:ListBucket', resource: arnOf(bucket) };
}

function onBucket({ method, bucket, query }: S3Request): Access[] {
  if (method === 'POST' && query.has('delete')) return [];
  const context = { 's3:prefix': [query.get('prefix') ?? ''] };
  if (query.has('versions')) return [{ action: 's3:ListBucketVersions', resource: arnOf(bucket), context }];
  if (query.has('versioning')) return [{ action: 's3:GetBucketVersioning', resource: arnOf(bucket) }];
  return [{ ...listing(bucket), context }];
}

function onObject({ method, bucket, key, query, headers }: S3Request, resource: string): Access[] {
  if (method === 'GET' && query.has('uploadId')) return [{ action: 's3:ListMultipartUploadParts', resource }];
  if (method === 'GET' || method === 'HEAD') return [reading(resource, query.has('versionId'))];
  if (method === 'DELETE')
    return query.has('uploadId')
      ? [{ action: 's3:AbortMultipartUpload', resource }]
      : [deletion(bucket, key, query.get('versionId')), ...bypass(headers, resource)];
  const locks = [
    ...(headers['x-amz-object-lock-mode'] === undefined ? [] : ['s3:PutObjectRetention']),
    ...(headers['x-amz-object-lock-legal-hold'] === undefined ? [] : ['s3:PutObjectLegalHold']),
    ...(headers['x-amz-tagging'] === undefined ? [] : ['s3:PutObjectTagging']),
  ];
  return [...source(headers), ...['s3:PutObject', ...locks].map((action) => ({ action, resource }))];
}

function reading(resource: string, ofVersion: boolean): Access {
  return { action: ofVersion ? 's3:GetObjectVersion' : 's3:GetObject', resource };
}

function bypass(headers: S3Request['headers'], resource: string): Access[] {
  return headers['x-amz-bypass-governance-retention'] === 'true'
    ? [{ action: 's3:BypassGovernanceRetention', resource }]
    : [];
}

function source(headers: S3Request['headers']): Access[] {
  const copied = headers['x-amz-copy-source'];
  if (typeof copied !== 'string') return [];
  const [path = '', query = ''] = copied.split('?');
  return [reading(arnOf(decodeURIComponent(path).replace(/^\//, '')), query.startsWith('versionId='))];
}
