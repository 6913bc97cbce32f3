import { ApiError } from '@sluice/contract';
import type { Operation } from './operation.ts';

/** Where the bytes of a document are kept: under the site, so that a key of another site names nothing here. */
export const documentBlobKey = (siteId: string, key: string): string => `documents/${siteId}/${key}`;

const keyPattern = /^[0-9a-z]+$/;

export const downloadFile: Operation<'downloadFile'> = {
  run: async ({ key }, { siteId, services }) => {
    // Keys are made by us; anything else could wander out of the site's folder.
    const file = keyPattern.test(key) ? await services.blobs.get(documentBlobKey(siteId, key)) : undefined;
    if (!file)
      throw new ApiError('not_found', 'key: expected the key of a document, as getDocuments answers it.');
    return { bytes: new Uint8Array(file.bytes), contentType: file.contentType };
  },
};
