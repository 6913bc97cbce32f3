import { ApiError, limits } from '@sluice/contract';
import { diffPageBlobKey } from '../import/documents.ts';
import { Redirect, type Operation } from '../operation.ts';

/** The bytes of a document are stored under the site, so a key of another site finds nothing. */
export const documentBlobKey = (siteId: string, key: string): string => `documents/${siteId}/${key}`;

export const isDocumentKey = (key: string): boolean => /^[0-9a-z]{26}$/.test(key);

/** A document that is too large for an answer of Lambda is downloaded from S3. */
export const downloadFile: Operation<'downloadFile'> = {
  run: async ({ key }, { siteId, services: { blobs } }) => {
    // The service makes all keys. Any other text could leave the folder of the site.
    const blobKey = isDocumentKey(key) ? documentBlobKey(siteId, key) : diffPageBlobKey(siteId, key);
    const bytes = blobKey === undefined ? undefined : await blobs.size(blobKey);
    if (blobKey === undefined || bytes === undefined) throw noDocument();
    if (bytes > limits.downloadBytes) {
      return new Redirect(await blobs.signedUrl(blobKey, limits.downloadSeconds), 303);
    }
    const file = await blobs.get(blobKey);
    if (!file) throw noDocument();
    return { bytes: new Uint8Array(file.bytes), contentType: file.contentType };
  },
};

const noDocument = (): ApiError =>
  new ApiError(
    'not_found',
    'key: expected the key of a document, as getDocuments answers it, or of a page of diffs of a preview.',
  );
