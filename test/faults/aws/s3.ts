import { createHash } from 'node:crypto';
import { textOf, xmlError, type AwsAnswer, type AwsRequest } from './answer.ts';

export interface Version {
  readonly versionId: string;
  readonly bytes: Uint8Array;
  readonly metadata: Readonly<Record<string, string>>;
  readonly landedAt: Date;
  /** What a deletion leaves. */
  readonly isMarker?: true;
}

export interface MemoryS3 {
  answer(request: AwsRequest): AwsAnswer;
  put(
    place: { bucket: string; key: string },
    bytes: string | Uint8Array,
    metadata?: Version['metadata'],
  ): Version;
  /** Hides it, as a deletion that names no version does. */
  remove(bucket: string, key: string): void;
  /** For good. */
  removeVersion(place: { bucket: string; key: string; versionId: string }): void;
  get(bucket: string, key: string): string | undefined;
  keys(bucket: string): string[];
  /** The current version, or this one; undefined where it was deleted. */
  version(place: { bucket: string; key: string; versionId?: string | undefined }): Version | undefined;
  /** Every version of every object below a prefix. */
  versions(bucket: string, prefix: string): { readonly key: string; readonly versions: readonly Version[] }[];
}

/** Buckets with versions in this process, behind the real SDK: what the flow asks of S3, and no more. */
export function createMemoryS3({ now }: { readonly now: () => Date }): MemoryS3 {
  const objects = new Map<string, Version[]>();
  let count = 0;

  function put({ bucket, key }: { bucket: string; key: string }, body: string | Uint8Array, metadata = {}) {
    count += 1;
    const version: Version = { versionId: `v${count}`, bytes: Buffer.from(body), metadata, landedAt: now() };
    objects.set(`${bucket}/${key}`, [...(objects.get(`${bucket}/${key}`) ?? []), version]);
    return version;
  }

  function find(place: string, wanted: unknown): Version | undefined {
    const versions = objects.get(place) ?? [];
    const found =
      wanted === undefined ? versions.at(-1) : versions.find(({ versionId }) => versionId === wanted);
    return found?.isMarker ? undefined : found;
  }

  function upload(place: string, { headers, body }: AwsRequest): AwsAnswer {
    if (headers['if-none-match'] === '*' && objects.has(place)) return xmlError(412, 'PreconditionFailed');
    const current = find(place, undefined);
    const expected = headers['if-match'];
    if (expected !== undefined && current === undefined) return xmlError(404, 'NoSuchKey');
    if (expected !== undefined && current && etagOf(current) !== expected)
      return xmlError(412, 'PreconditionFailed');
    const [bucket = '', ...rest] = place.split('/');
    const stored = put({ bucket, key: rest.join('/') }, body instanceof Uint8Array ? body : textOf(body));
    return { status: 200, headers: { etag: etagOf(stored), 'x-amz-version-id': stored.versionId } };
  }

  /** By key; each key's newest version first. */
  const versionsBelow = (bucket: string, prefix: string) =>
    [...objects]
      .filter(([place]) => place.startsWith(`${bucket}/${prefix}`))
      .map(([place, versions]) => ({ key: place.slice(bucket.length + 1), versions }))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1));

  function list(bucket: string, { prefix = '', 'key-marker': after = '' }: AwsRequest['query']): AwsAnswer {
    const versions = versionsBelow(bucket, String(prefix))
      .filter(({ key }) => key > String(after))
      .flatMap(({ key, versions: all }) =>
        all.toReversed().map((version) => versionXml(key, version, version === all.at(-1))),
      );
    const body = `<ListVersionsResult><IsTruncated>false</IsTruncated>${versions.join('')}</ListVersionsResult>`;
    return { status: 200, headers: { 'content-type': 'application/xml' }, body };
  }

  function listCurrent(bucket: string, prefix: string): AwsAnswer {
    const contents = [...objects]
      .filter(([place, all]) => place.startsWith(`${bucket}/${prefix}`) && !all.at(-1)?.isMarker)
      .map(([place, all]) => {
        const size = all.at(-1)?.bytes.length ?? 0;
        return `<Contents><Key>${place.slice(bucket.length + 1)}</Key><Size>${size}</Size></Contents>`;
      });
    const body = `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`;
    return { status: 200, headers: { 'content-type': 'application/xml' }, body };
  }

  const parts = new Map<string, Uint8Array[]>();
  function inParts(place: string, { method, query, body }: AwsRequest): AwsAnswer {
    const uploadId = String(query['uploadId'] ?? `upload-${parts.size + 1}`);
    const known = parts.get(uploadId) ?? [];
    parts.set(uploadId, known);
    const headers = { 'content-type': 'application/xml' };
    if ('uploads' in query) {
      const named = `<InitiateMultipartUploadResult><UploadId>${uploadId}</UploadId></InitiateMultipartUploadResult>`;
      return { status: 200, headers, body: named };
    }
    if (method === 'PUT') {
      known[Number(query['partNumber']) - 1] = Buffer.from(body as Uint8Array);
      return { status: 200, headers: { etag: `"${query['partNumber']}"` } };
    }
    if (method !== 'POST') return { status: 204 };
    const slash = place.indexOf('/');
    const [bucket, key] = [place.slice(0, slash), place.slice(slash + 1)];
    const { versionId } = put({ bucket, key }, Buffer.concat(known));
    const done = '<CompleteMultipartUploadResult><ETag>"all"</ETag></CompleteMultipartUploadResult>';
    return { status: 200, headers: { ...headers, 'x-amz-version-id': versionId }, body: done };
  }

  function removeVersion(place: string, versionId: string): void {
    const left = (objects.get(place) ?? []).filter((one) => one.versionId !== versionId);
    if (left.length > 0) objects.set(place, left);
    else objects.delete(place);
  }

  return {
    put,
    removeVersion: ({ bucket, key, versionId }) => removeVersion(`${bucket}/${key}`, versionId),
    remove: (bucket, key) => {
      const place = `${bucket}/${key}`;
      const marker = { versionId: `v${(count += 1)}`, bytes: Buffer.alloc(0), metadata: {} };
      objects.set(place, [...(objects.get(place) ?? []), { ...marker, landedAt: now(), isMarker: true }]);
    },
    get: (bucket, key) => {
      const bytes = objects.get(`${bucket}/${key}`)?.at(-1)?.bytes;
      return bytes && Buffer.from(bytes).toString('utf8');
    },
    keys: (bucket) =>
      [...objects.keys()]
        .filter((place) => place.startsWith(`${bucket}/`))
        .map((place) => place.slice(bucket.length + 1)),
    version: ({ bucket, key, versionId }) => find(`${bucket}/${key}`, versionId),
    versions: versionsBelow,
    answer: (request) => {
      const place = decodeURIComponent(request.path).slice(1);
      if (request.method === 'GET' && 'versions' in request.query)
        return list(place.replace(/\/$/u, ''), request.query);
      if (request.method === 'GET' && 'list-type' in request.query)
        return listCurrent(place.replace(/\/$/u, ''), String(request.query['prefix'] ?? ''));
      if (request.method === 'DELETE' && 'versionId' in request.query) {
        removeVersion(place, String(request.query['versionId']));
        return { status: 204 };
      }
      if ('uploads' in request.query || 'uploadId' in request.query) return inParts(place, request);
      if (request.method === 'PUT') return upload(place, request);
      if (request.method !== 'GET' && request.method !== 'HEAD')
        throw new Error(`The stand-in of S3 does not know ${request.method}.`);
      const version = find(place, request.query['versionId']);
      if (version === undefined)
        return request.method === 'HEAD' ? { status: 404 } : xmlError(404, 'NoSuchKey');
      return request.method === 'HEAD' ? withoutBody(got(version, request)) : got(version, request);
    },
  };
}

function got({ bytes, versionId, metadata, ...rest }: Version, { headers }: AwsRequest): AwsAnswer {
  const common = {
    etag: etagOf({ bytes }),
    'x-amz-version-id': versionId,
    'last-modified': rest.landedAt.toUTCString(),
    ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
  };
  const range = /^bytes=(\d+)-(\d+)$/u.exec(headers['range'] ?? '');
  if (range === null) return { status: 200, headers: common, body: bytes };
  const [from, to] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)];
  const place = { 'content-range': `bytes ${from}-${to}/${bytes.length}` };
  return { status: 206, headers: { ...common, ...place }, body: bytes.subarray(from, to + 1) };
}

/** What HEAD answers: the length of a body that it does not have. */
function withoutBody({ body = '', ...answer }: AwsAnswer): AwsAnswer {
  const headers = { ...answer.headers, 'content-length': String(Buffer.byteLength(body)) };
  return { ...answer, headers };
}

function versionXml(key: string, version: Version, isLatest: boolean): string {
  const { versionId, bytes, landedAt, isMarker } = version;
  const named = `<Key>${key}</Key><VersionId>${versionId}</VersionId><IsLatest>${isLatest}</IsLatest>`;
  if (isMarker)
    return `<DeleteMarker>${named}<LastModified>${landedAt.toISOString()}</LastModified></DeleteMarker>`;
  return `<Version>${named}<LastModified>${landedAt.toISOString()}</LastModified><ETag>${etagOf(version)}</ETag><Size>${bytes.length}</Size><Owner><ID>somebody</ID></Owner></Version>`;
}

const etagOf = ({ bytes }: Pick<Version, 'bytes'>) => `"${createHash('md5').update(bytes).digest('hex')}"`;
