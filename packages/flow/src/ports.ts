import type { Answer, CallOptions } from '@sluice/client';
import type { OperationInput } from '@sluice/contract';
import type { ByteRange } from '@sluice/sheets';

export interface ObjectRef {
  /** Another than the one that the files are of. */
  readonly bucket?: string | undefined;
  readonly key: string;
  /** The current version when absent. */
  readonly versionId?: string | undefined;
}

/** What is known of an object besides its bytes. */
export interface ObjectAbout {
  /** Absent in a bucket without versions. */
  readonly versionId?: string | undefined;
  /** What its uploader said of it; names in lower case. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** The objects of one bucket. Every write replaces what was there, so that a repeat ends the same. */
export interface Files {
  /** The text of an object, or undefined where there is none. */
  get(key: string): Promise<string | undefined>;
  put(key: string, text: string): Promise<void>;
  /** Puts the object unless the key is taken, and answers the text that is there afterwards. */
  putOnce(key: string, text: string): Promise<string>;
  /** Undefined where there is no such object (any more). */
  about(ref: ObjectRef): Promise<ObjectAbout | undefined>;
  /** The bytes of an object, or a part of them. @throws ObjectNotFound where there is none (any more) */
  stream(ref: ObjectRef, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** Puts an object of any length in constant memory. */
  upload(key: string, chunks: AsyncIterable<Uint8Array | string>): Promise<void>;
}

/** The object, or this version of it, was deleted. */
export class ObjectNotFound extends Error {
  override readonly name = 'ObjectNotFound';
}

export interface Queue<Message> {
  /** Every message is in the queue afterwards, perhaps twice; or it throws. */
  send(messages: readonly Message[]): Promise<void>;
}

/** The state machine that tracks runs. A name is used once, for good. */
export interface Machine {
  start(execution: { readonly name: string; readonly input: object }): Promise<'started' | 'exists'>;
  isRunning(name: string): Promise<boolean>;
}

/** The two operations of the service that the flow calls. */
export interface ServiceCalls {
  import(input: OperationInput<'import'>, options?: CallOptions): Promise<Answer<'import'>>;
  importStatus(importId: string): Promise<Answer<'importStatus'>>;
}

export interface Service {
  /** Has the credentials at hand afterwards: what fails here has sent nothing to the service. */
  connect(): Promise<ServiceCalls>;
  /** The service refused the credentials: they are read anew by the next `connect`. */
  forgetCredentials(): void;
}

export type Clock = () => Date;
