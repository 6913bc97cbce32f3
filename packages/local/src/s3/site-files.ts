import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { ObjectStore } from './store/object-store.ts';

/** An object with the headers that are stored with it. */
export interface SiteFile {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** The latest version of a small object; undefined if there is none. */
export async function readFile(
  store: ObjectStore,
  bucket: string,
  key: string,
): Promise<SiteFile | undefined> {
  const latest = store.versions.latest({ bucket, key });
  if (latest === undefined || latest.isMarker) return undefined;
  const { blobs, size, etag, headers } = latest;
  const body =
    size === 0 ? Buffer.alloc(0) : await buffer(store.blobs.read(blobs, { start: 0, end: size - 1 }));
  return { headers: { ...headers, etag: `"${etag}"` }, body };
}

/** Writes an object on behalf of the machine itself, unless it is there already. */
export async function writeFile(
  store: ObjectStore,
  { bucket, key, file }: { readonly bucket: string; readonly key: string; readonly file: SiteFile },
): Promise<void> {
  const etag = createHash('md5').update(file.body).digest('hex');
  const latest = store.versions.latest({ bucket, key });
  const same = JSON.stringify(latest?.headers) === JSON.stringify(file.headers);
  if (latest?.etag === etag && same) return;
  const incoming = await store.blobs.receive(Readable.from([file.body]));
  const blob = incoming.adopt();
  store.addOrForget(
    {
      bucket,
      key,
      isMarker: false,
      size: blob.size,
      etag,
      blobs: [blob],
      headers: file.headers,
      checksum: null,
    },
    {
      event: 'ObjectCreated:Put',
      requestId: 'deployment',
      principalId: 'AWS:local',
      sourceIp: '127.0.0.1',
    },
    () => undefined,
  );
}
