import type { Answer, CallOptions } from '@sluice/client';
import type { OperationInput } from '@sluice/contract';
import type { ByteRange } from '@sluice/sheets';

export interface ObjectRef {
  /** When absent, the bucket of these files. */
  readonly bucket?: string | undefined;
  readonly key: string;
  /** When absent, the current version. */
  readonly versionId?: string | undefined;
}

/** An object without its bytes. */
export interface ObjectAbout {
  /** Absent in a bucket without versions. */
  readonly versionId?: string | undefined;
  /** When it landed; of an upload in parts, when that began. */
  readonly landedAt?: Date | undefined;
  /** Set by the uploader; names in lower case. */
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * The objects of one bucket. A write replaces what was there, so a repeat ends the same. Texts with a key that ends in `.gz` are
 * stored packed.
 */
export interface Files {
  /** Undefined where there is no such object. */
  get(key: string): Promise<string | undefined>;
  put(key: string, text: string): Promise<void>;
  /** Puts the object unless the key is taken. @returns the text that is there afterwards */
  putOnce(key: string, text: string): Promise<string>;
  /** Undefined where there is no such object. @throws ObjectNotDecrypted */
  about(ref: ObjectRef): Promise<ObjectAbout | undefined>;
  /** @throws ObjectNotFound, ObjectNotDecrypted */
  stream(ref: ObjectRef, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** Works in constant memory. */
  upload(key: string, chunks: AsyncIterable<Uint8Array | string>): Promise<void>;
}

/** There is no such object, or not this version of it. */
export class ObjectNotFound extends Error {
  override readonly name = 'ObjectNotFound';
}

/** The object is encrypted with a KMS key that we may not use, or that is disabled. */
export class ObjectNotDecrypted extends Error {
  override readonly name = 'ObjectNotDecrypted';
}

export interface Queue<Message> {
  /** Queues every message at least once, or throws. */
  send(messages: readonly Message[]): Promise<void>;
}

/** The state machine that tracks runs. A name can be used only once, ever. */
export interface Machine {
  start(execution: { readonly name: string; readonly input: object }): Promise<'started' | 'exists'>;
  isRunning(name: string): Promise<boolean>;
}

/** The operations of the service that the flow calls. */
export interface ServiceCalls {
  import(input: OperationInput<'import'>, options?: CallOptions): Promise<Answer<'import'>>;
  importStatus(importId: string): Promise<Answer<'importStatus'>>;
  downloadFile(key: string): Promise<Answer<'downloadFile'>>;
}

export interface Service {
  /** Loads the credentials. A failure here has sent nothing to the service. */
  connect(): Promise<ServiceCalls>;
  /** Makes the next `connect` load them again. */
  forgetCredentials(): void;
}

export type Clock = () => Date;
