import type { ApiError, OperationName, OperationOutput, ParsedInput } from '@sluice/contract';
import type { Services } from '../services.ts';
import type { Token } from '../store/access.ts';

/** Who calls, and what the call may work with. The site is the token's, whatever the request names. */
export interface Call {
  readonly requestId: string;
  readonly siteId: string;
  readonly token: Token;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The operation's own fields as they were sent; its input is the same, checked. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly services: Services;
}

/** The caller is sent on: with the same method and body by 307, to get what it asked for elsewhere by 303. */
export class Redirect {
  /** Whole, or relative to the folder of the operations. */
  readonly location: string;
  readonly status: 303 | 307;

  constructor(location: string, status: 303 | 307) {
    this.location = location;
    this.status = status;
  }
}

/** One operation: its input is checked, its output goes into the envelope. What it throws is rendered by `dispatch`. */
export interface Operation<N extends OperationName> {
  readonly run: (input: ParsedInput<N>, call: Call) => Promise<OperationOutput<N> | Redirect>;
  /** Whether the query makes this a follow-up of an earlier request: no rate unit is spent, and the body is not read. */
  readonly isFollowUp?: (query: Call['query']) => boolean;
  readonly followUp?: (call: Call) => Promise<OperationOutput<N> | Redirect>;
  /** What else a refused input leads to, before the refusal is answered. */
  readonly refused?: (error: ApiError, call: Call) => Promise<ApiError>;
}

/** Every operation of the interface: one that is missing does not compile. */
export type OperationTable = { readonly [N in OperationName]: Operation<N> };
