/** Large values: import bodies, plans, outcomes, previews, the bytes of documents. */
export interface Blobs {
  put(key: string, body: string | Uint8Array, contentType: string): Promise<void>;
  get(key: string): Promise<StoredBlob | undefined>;
}

export interface StoredBlob {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

export function createMemoryBlobs(): Blobs {
  const blobs = new Map<string, StoredBlob>();
  return {
    put: async (key, body, contentType) => {
      blobs.set(key, {
        bytes: typeof body === 'string' ? new TextEncoder().encode(body) : body.slice(),
        contentType,
      });
    },
    get: async (key) => blobs.get(key),
  };
}
