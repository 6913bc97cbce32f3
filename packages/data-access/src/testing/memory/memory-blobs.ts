import { uploadHeaders, type Blobs, type StoredBlob } from '../../store/blobs.ts';

/** A fake URL that shows a test what it stands for. */
const addressOf = (key: string, seconds: number): string => `https://blobs.test/${key}?seconds=${seconds}`;

export function createMemoryBlobs(): Blobs {
  const blobs = new Map<string, StoredBlob>();
  const put: Blobs['put'] = async (key, body, contentType) => {
    const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body.slice();
    blobs.set(key, { bytes, contentType });
  };
  return {
    put,
    putNew: async (key, body, contentType) => {
      if (blobs.has(key)) return false;
      await put(key, body, contentType);
      return true;
    },
    get: async (key) => blobs.get(key),
    list: async function* (prefix, after = '') {
      yield [...blobs.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
    },
    size: async (key) => blobs.get(key)?.bytes.length,
    signedUrl: async (key, seconds) => addressOf(key, seconds),
    signedUpload: async (key, { bytes, contentType, seconds }) => ({
      url: addressOf(key, seconds),
      headers: uploadHeaders({ bytes, contentType }),
    }),
  };
}
