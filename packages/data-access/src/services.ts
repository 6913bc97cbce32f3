import { randomBytes } from 'node:crypto';
import type { ErrorCode } from '@sluice/contract';
import * as z from 'zod';
import type { Blobs } from './store/blobs.ts';
import type { CallMessage } from './store/calls.ts';
import { orderedId } from './store/ids.ts';
import type { Store } from './store/store.ts';

/** A message of the imports queue: the import to work on. */
export const importMessage = z.object({ v: z.literal(1), siteId: z.string(), importId: z.string() });
export type ImportMessage = z.infer<typeof importMessage>;

export interface MessageQueue<M> {
  /** Delivered at least once, after the delay. */
  send(message: M, delaySeconds?: number): Promise<void>;
}

export type ImportQueue = MessageQueue<ImportMessage>;

/** Published when an undo of an import has ended, or was given up half way. `startedDate` tells two undos of one import apart. */
export interface RevertMessage {
  readonly v: 1;
  readonly siteId: string;
  readonly importId: string;
  /** The principal that called `revertImport`. */
  readonly by: string;
  readonly startedDate: string;
  readonly reversed: number;
  readonly kept: number;
  readonly failed: number;
}

/** A failure of the service, for the log. It has ids and the cause, and never the request. */
export interface Fault {
  readonly requestId: string;
  readonly operation: string;
  readonly cause: unknown;
}

export interface Refusal {
  readonly code: ErrorCode;
  readonly operation: string;
  /** For refused credentials: the client's address. */
  readonly from?: string;
  /** For refused credentials: the key, if it has the form of one. */
  readonly apiKey?: string;
}

export interface Services {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly queue: ImportQueue;
  /** What calls write enters the chain from here. */
  readonly calls: MessageQueue<CallMessage>;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly sleep: (ms: number) => Promise<void>;
  /** Signs cursors. It is fetched on first use and refreshed from time to time. */
  readonly signingKey: () => Promise<Uint8Array>;
  readonly report: (fault: Fault) => void;
  /** Receives every refused call, for the log and metrics. */
  readonly refused?: ((refusal: Refusal) => void) | undefined;
}

/** Ids that sort by time and cannot be guessed. */
export const createIds = (now: () => Date) => (): string =>
  orderedId(now(), randomBytes(16).toString('hex'), 0);
