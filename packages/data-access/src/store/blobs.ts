/** Large values: import bodies, plans, outcomes, previews, the bytes of documents. */
export interface Blobs {
  put(key: string, body: string | Uint8Array, contentType: string): Promise<void>;
  /** False when the key exists already. The object stays as it is. */
  putNew(key: string, body: string | Uint8Array, contentType: string): Promise<boolean>;
  get(key: string): Promise<StoredBlob | undefined>;
  /** The keys below a prefix in order, those after a key, in pages. */
  list(prefix: string, after?: string): AsyncIterable<readonly string[]>;
  /** In bytes, without reading them. */
  size(key: string): Promise<number | undefined>;
  /** A URL that downloads the blob for so many seconds, without credentials and always as a file. */
  signedUrl(key: string, seconds: number): Promise<string>;
  /** A URL that uploads a blob once, within so many seconds. It never replaces a blob. */
  signedUpload(key: string, upload: Upload): Promise<SignedUpload>;
}

export interface Upload {
  /** The exact size; any other body is refused. */
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

/** The headers that the signature of a PUT covers. */
export const uploadHeaders = ({ bytes, contentType }: Omit<Upload, 'seconds'>): Record<string, string> => ({
  'content-length': String(bytes),
  'content-type': contentType,
  'if-none-match': '*',
});
