import { z } from 'zod';
import { readBody } from '../../machine/http.ts';
import { change, sendNothing, sendXml, versionHeader, type Exchange } from '../exchange.ts';
import { mayRemove } from './object-lock.ts';
import { S3Error } from '../wire/s3-error.ts';
import { fromXml } from '../wire/xml.ts';

interface Deleted {
  readonly versionId: string;
  readonly isMarker: boolean;
}

export function deleteObject(exchange: Exchange): void {
  const deleted = deleteOne(exchange, exchange.key, exchange.query.get('versionId'));
  sendNothing(exchange, 204, {
    ...(deleted?.isMarker === true && { 'x-amz-delete-marker': 'true' }),
    ...versionHeader(deleted?.versionId ?? 'null'),
  });
}

const objectSchema = z.object({ Key: z.string(), VersionId: z.string().optional() });
const deleteSchema = z.object({
  Delete: z.object({
    Object: z.union([z.array(objectSchema).max(1000), objectSchema.transform((one) => [one])]),
    Quiet: z.string().optional(),
  }),
});
const maxBodyBytes = 2 * 1024 * 1024;

export async function deleteObjects(exchange: Exchange): Promise<void> {
  exchange.store.bucket(exchange.bucket);
  const body = await readBody(exchange.request, maxBodyBytes);
  if (body === undefined)
    throw new S3Error('MalformedXML', 'The list is longer than 1000 objects can make it.');
  const { Object: objects, Quiet } = fromXml(body.toString(), deleteSchema).Delete;
  const deleted: object[] = [];
  const errors: object[] = [];
  for (const { Key, VersionId } of objects) {
    const named = { Key, ...(VersionId !== undefined && { VersionId }) };
    try {
      const one = deleteOne(exchange, Key, VersionId ?? null);
      const marker = one?.isMarker === true && { DeleteMarker: true, DeleteMarkerVersionId: one.versionId };
      deleted.push({ ...named, ...marker });
    } catch (error) {
      // Each key has an answer of its own: one that is locked keeps no other.
      if (!(error instanceof S3Error)) throw error;
      errors.push({ ...named, Code: error.code, Message: error.message });
    }
  }
  sendXml(exchange, 'DeleteResult', { ...(Quiet !== 'true' && { Deleted: deleted }), Error: errors });
}

/** With versions a delete only hides, unless it names the version. What is not there is deleted already. */
function deleteOne(exchange: Exchange, key: string, versionId: string | null): Deleted | undefined {
  const { store, bucket } = exchange;
  const { versioned } = store.bucket(bucket);
  if (versionId !== null || !versioned) {
    const version = store.versions.byId({ bucket, key }, versionId ?? 'null');
    if (version !== undefined) mayRemove(exchange, version);
    if (version !== undefined) store.removeVersion(version, change(exchange, 'ObjectRemoved:Delete'));
    return version;
  }
  const marker = { bucket, key, isMarker: true, size: 0, etag: '', blobs: [], headers: {}, checksum: null };
  return store.add(marker, change(exchange, 'ObjectRemoved:DeleteMarkerCreated'), () => undefined);
}
