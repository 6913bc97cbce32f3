import type { ErrorCode, Meta, OperationName, OperationOutput } from '@sluice/contract';

/** The result of a call. Each kind needs a different reaction, so none is thrown. */
export type Answer<N extends OperationName = OperationName> =
  Succeeded<N> | Refused | Intermediary | NoAnswer | Unreadable;

export interface Succeeded<N extends OperationName = OperationName> {
  readonly kind: 'ok';
  readonly output: OperationOutput<N>;
  readonly meta: AnswerMeta;
}

/** The service refused: HTTP 200, `ok: false`. */
export interface Refused {
  readonly kind: 'refused';
  readonly code: ErrorCode;
  readonly message: string;
  /** The `invalid` import that was kept, if any. */
  readonly importId?: string | null | undefined;
  readonly meta: AnswerMeta;
}

/** Something in front of the service answered: any other HTTP status, or a page for people. */
export interface Intermediary {
  readonly kind: 'intermediary';
  readonly httpStatus: number;
  readonly detail: string;
}

/** Nothing came back. `no`: not a byte of the request left; `maybe`: the service may have acted on it. */
export interface NoAnswer {
  readonly kind: 'noAnswer';
  readonly sent: 'no' | 'maybe';
  readonly detail: string;
}

/** HTTP 200, but cut short, not JSON, or not what the operation answers. The service may have acted. */
export interface Unreadable {
  readonly kind: 'unreadable';
  readonly detail: string;
  /** An importId that could be read all the same; it must not be lost. */
  readonly importId?: string | undefined;
}

/** As the server sent it; another server may leave parts out. */
export type AnswerMeta = Partial<Meta>;
