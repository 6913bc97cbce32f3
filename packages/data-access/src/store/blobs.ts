/** Large values: import bodies, plans, outcomes, previews, the bytes of documents. */
export interface Blobs {
  put(key: string, body: string | Uint8Array, contentType: string): Promise<void>;
  /** False when there is one of that key already; it is left as it is. */
  putNew(key: string, body: string | Uint8Array, contentType: string): Promise<boolean>;
  get(key: string): Promise<StoredBlob | undefined>;
  /** In bytes, without reading them. */
  size(key: string): Promise<number | undefined>;
  /** An address that gives anybody the blob for so many seconds, to be kept as a file and not shown. */
  signedUrl(key: string, seconds: number): Promise<string>;
  /** An address that takes a blob once, for so many seconds: where there is one by then, it stays. */
  signedUpload(key: string, upload: Upload): Promise<SignedUpload>;
}

export interface Upload {
  /** Exactly so many: any other body is refused. */
  readonly bytes: number;
  readonly contentType: string;
  readonly seconds: number;
}

export interface SignedUpload {
  readonly url: string;
  /** To be sent with the PUT, all of them. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface StoredBlob {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

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
    size: async (key) => blobs.get(key)?.bytes.length,
    signedUrl: async (key, seconds) => addressOf(key, seconds),
    signedUpload: async (key, { bytes, contentType, seconds }) => ({
      url: addressOf(key, seconds),
      headers: uploadHeaders({ bytes, contentType }),
    }),
  };
}

/** Leads nowhere, and shows a test what it would lead to. */
const addressOf = (key: string, seconds: number): string => `https://blobs.test/${key}?seconds=${seconds}`;

/** What a signature holds a PUT to. */
export const uploadHeaders = ({ bytes, contentType }: Omit<Upload, 'seconds'>): Record<string, string> => ({
  'content-length': String(bytes),
  'content-type': contentType,
  'if-none-match': '*',
});
