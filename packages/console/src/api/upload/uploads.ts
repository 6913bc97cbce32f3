/** A presigned request. The browser sends all of its headers; the length of the body it adds itself. */
export interface SignedPut {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Bytes that a presigned request takes, and no others. `sha256` in hex. */
export interface PinnedBytes {
  readonly bytes: number;
  readonly sha256: string;
}

export interface Part extends PinnedBytes {
  /** From 1. */
  readonly number: number;
}

/** A part that has arrived. */
export interface ArrivedPart {
  readonly number: number;
  readonly bytes: number;
  readonly etag: string;
  /** Of its bytes, as S3 has it: in base64. */
  readonly checksum: string;
}

type Metadata = Readonly<Record<string, string>>;

/** The inbox, into which a browser uploads by presigned requests. */
export interface Uploads {
  readonly bucket: string;
  /** Begins an upload. @returns its id by S3 */
  begin(object: { readonly key: string; readonly metadata: Metadata }): Promise<string>;
  signPart(upload: UploadRef, part: Part): Promise<SignedPut>;
  /** In order of numbers; undefined if the upload is over. */
  arrived(upload: UploadRef): Promise<readonly ArrivedPart[] | undefined>;
  /** @returns the version of the object */
  complete(upload: UploadRef, parts: readonly ArrivedPart[]): Promise<string>;
}

export interface UploadRef {
  readonly key: string;
  readonly uploadId: string;
}
