import type { ItemOf, OperationInput, OperationName, OperationOutput, SearchName } from '@sluice/contract';
import type { Answer } from './answer.ts';
import type { Transport } from './transport.ts';

export interface ClientOptions {
  /** Where the operations are: `https://host/path`, to which `/<operationId>` is added. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Of one call, its redirects included; set it below the time that the caller itself has. 25,000 unless given. */
  readonly timeoutMs?: number;
  /** How often a method (never `call`) tries in all, where that is safe. 4 unless given. */
  readonly attempts?: number;
  /** HTTP over `node:http` and `node:https` unless given. */
  readonly transport?: Transport;
  readonly sleep?: (milliseconds: number) => Promise<void>;
  /** From 0 to 1, as `Math.random`. */
  readonly random?: () => number;
}

export interface CallOptions {
  /** Sent as `Idempotency-Key`, an extension that not every server has. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** Instead of the client's own; an `import` that waits needs up to 220,000. */
  readonly timeoutMs?: number;
}

/** What is passed to a method: an input that may be empty may be left out. */
export type MethodArguments<N extends OperationName> =
  // oxlint-disable-next-line typescript/no-generated-empty-object-type -- whether `{}` will do is the question
  Record<never, never> extends OperationInput<N>
    ? [input?: OperationInput<N>, options?: CallOptions]
    : [input: OperationInput<N>, options?: CallOptions];

/**
 * A method for each operation. It answers the output, or throws ApiError, IntermediaryError, NoAnswerError or
 * UnreadableError. Reading is tried again, with full jitter; writing only when nothing was sent.
 */
export type Methods = {
  readonly [N in OperationName]: (...args: MethodArguments<N>) => Promise<OperationOutput<N>>;
};

export interface Client extends Methods {
  /** One try. Never throws for what came back, or did not. */
  call<N extends OperationName>(name: N, input: OperationInput<N>, options?: CallOptions): Promise<Answer<N>>;
  /** Every match, page after page. */
  pages<N extends SearchName>(
    name: N,
    input: OperationInput<N>,
    options?: CallOptions,
  ): AsyncIterable<ItemOf<N>>;
}
