import * as z from 'zod';
import { deletion } from '../../iam/s3-requests.ts';
import { change, sendNothing, sendXml, versionHeader, type Exchange } from '../exchange/exchange.ts';
import { S3Error } from '../wire/s3-error.ts';
import { mayRemove } from './object-lock.ts';
import { receiveList } from './receive-body.ts';

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

/** Each key has an answer of its own: one that is locked keeps no other. */
export async function deleteObjects(exchange: Exchange): Promise<void> {
  const { Object: objects, Quiet } = (await receiveList(exchange, deleteSchema)).Delete;
  const deleted: object[] = [];
  const errors: object[] = [];
  for (const named of objects) {
    try {
      exchange.demand(() => [deletion(exchange.bucket, named.Key, named.VersionId ?? null)]);
      const one = deleteOne(exchange, named.Key, named.VersionId ?? null);
      const marker = one?.isMarker === true && { DeleteMarker: true, DeleteMarkerVersionId: one.versionId };
      deleted.push({ ...named, ...marker });
    } catch (error) {
      if (!(error instanceof S3Error)) throw error;
      errors.push({ ...named, Code: error.code, Message: error.message });
    }
  }
  sendXml(exchange, 'DeleteResult', { ...(Quiet !== 'true' && { Deleted: deleted }), Error: errors });
}

/** In a versioned bucket a delete only hides the object, unless it names a version. Deleting an object that does not exist succeeds. */
function deleteOne(exchange: Exchange, key: string, version: string | null): Deleted | undefined {
  const { store, bucket } = exchange;
  const { versioned } = store.bucket(bucket);
  const versionId = version ?? (versioned ? undefined : 'null');
  if (versionId === undefined) {
    const marker = { bucket, key, isMarker: true, size: 0, etag: '', blobs: [], headers: {}, checksum: null };
    return store.add(marker, change(exchange, 'ObjectRemoved:DeleteMarkerCreated'), () => undefined);
  }
  const found = store.versions.byId({ bucket, key }, versionId);
  if (found === undefined) return undefined;
  mayRemove(exchange, found);
  store.removeVersion(found, change(exchange, 'ObjectRemoved:Delete'));
  return found;
}
