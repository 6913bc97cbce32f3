import { change, sendNothing, versionHeader, type Exchange } from '../exchange.ts';
import { mayRemove } from './object-lock.ts';

/** In a versioned bucket a delete only hides the object, unless it names a version. Deleting an object that does not exist succeeds. */
export function deleteObject(exchange: Exchange): void {
  const { store, bucket, key, query } = exchange;
  const { versioned } = store.bucket(bucket);
  const versionId = query.get('versionId') ?? (versioned ? undefined : 'null');
  if (versionId === undefined) {
    const marker = { bucket, key, isMarker: true, size: 0, etag: '', blobs: [], headers: {}, checksum: null };
    const added = store.add(marker, change(exchange, 'ObjectRemoved:DeleteMarkerCreated'), () => undefined);
    return sendNothing(exchange, 204, { 'x-amz-delete-marker': 'true', ...versionHeader(added.versionId) });
  }
  const version = store.versions.byId({ bucket, key }, versionId);
  if (version !== undefined) {
    mayRemove(exchange, version);
    store.removeVersion(version, change(exchange, 'ObjectRemoved:Delete'));
  }
  sendNothing(exchange, 204, {
    ...(version?.isMarker === true && { 'x-amz-delete-marker': 'true' }),
    ...versionHeader(version?.versionId ?? 'null'),
  });
}
