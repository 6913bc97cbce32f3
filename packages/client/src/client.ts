import type { ItemOf, OperationInput, OperationName, OperationOutput, SearchName } from '@sluice/contract';
import type { Answer, AnswerMeta } from './answer.ts';
import type { Transport } from './transport.ts';

export interface ClientOptions {
  /** Where the operations are: `https://host/path`, to which `/<operationId>` is added. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Limit for one call with its redirects, 25,000 by default. Set it below the caller's own time limit. */
  readonly timeoutMs?: number;
  /** How often a method (never `call`) tries in all, where that is safe. 4 unless given. */
  readonly attempts?: number;
  /** Whether methods wait for the next UTC hour when the rate of this one is spent. False by default. */
  readonly waitForRate?: boolean;
  /** The most bytes of an answer, a file included; one that has more is unreadable. 256 MiB unless given. */
  readonly maxAnswerBytes?: number;
  /** HTTP over `node:http` and `node:https` unless given. */
  readonly transport?: Transport;
  readonly now?: () => Date;
  /** Ends early, by throwing, when the signal does. */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** From 0 to 1, as `Math.random`. */
  readonly random?: () => number;
}

export interface CallOptions {
  /** Sent as `Idempotency-Key`, an extension that not every server has. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Instead of the client's own; an `import` that waits needs up to 220,000. */
  readonly timeoutMs?: number;
  /** Instead of the client's own. */
  readonly waitForRate?: boolean;
}

/** A page of a search, with the rate that its answer reported. */
export type Page<N extends SearchName> = OperationOutput<N> & { readonly meta: AnswerMeta };

/** What is passed to a method: an input that may be empty may be left out. */
export type MethodArguments<N extends OperationName> =
  Record<never, never> extends OperationInput<N>
    ? [input?: OperationInput<N>, options?: CallOptions]
    : [input: OperationInput<N>, options?: CallOptions];

/**
 * A method for each operation. It answers the output, or throws ApiError (RateLimitError is one), IntermediaryError,
 * NoAnswerError or UnreadableError. Reading is tried again, with full jitter; writing only when nothing was sent.
 */
export type Methods = {
  readonly [N in OperationName]: (...args: MethodArguments<N>) => Promise<OperationOutput<N>>;
};

export interface Client extends Methods {
  /** One try. Never throws for what came back, or did not. */
  call<N extends OperationName>(name: N, input: OperationInput<N>, options?: CallOptions): Promise<Answer<N>>;
  /** Every match, one by one, asked for page by page. */
  items<N extends SearchName>(
    name: N,
    input: OperationInput<N>,
    options?: CallOptions,
  ): AsyncIterable<ItemOf<N>>;
  /** The same, a page at a time; `cursor` begins where an earlier page ended. */
  pages<N extends SearchName>(
    name: N,
    input: OperationInput<N>,
    options?: CallOptions,
  ): AsyncIterable<Page<N>>;
}
