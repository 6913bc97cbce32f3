import type { ApiError, OperationName, OperationOutput, ParsedInput } from '@sluice/contract';
import type { Services } from './services.ts';
import type { Token } from './store/access.ts';
import type { Caller } from './store/calls.ts';

/** The caller and what the call may use. The site always comes from the token. */
export interface Call {
  readonly requestId: string;
  readonly siteId: string;
  readonly token: Token;
  /** The client's address. */
  readonly from: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** The unchecked fields of the operation. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly services: Services;
}

/** Who called, as the history of a record shows it. */
export function callerOf<N extends OperationName>(
  operation: N,
  { token, from }: Pick<Call, 'token' | 'from'>,
): Caller {
  const { apiKey, notes } = token;
  return { operation, by: notes === null ? `token ${apiKey}` : `token ${apiKey} (${notes})`, from };
}

/** A redirect: 307 repeats the method and body, 303 fetches a file elsewhere. */
export class Redirect {
  /** An absolute URL, or relative to the folder of the operations. */
  readonly location: string;
  readonly status: 303 | 307;

  constructor(location: string, status: 303 | 307) {
    this.location = location;
    this.status = status;
  }
}

/** One operation. Its input is already checked; `dispatch` renders its output or error in the envelope. */
export interface Operation<N extends OperationName> {
  readonly run: (input: ParsedInput<N>, call: Call) => Promise<OperationOutput<N> | Redirect>;
  /** Continues an earlier request by a link of this service. The body is not read. */
  readonly followUp?: (call: Call) => Promise<FollowUp<N> | undefined>;
  /** Runs before the refusal of an invalid input is answered. */
  readonly refused?: (error: ApiError, call: Call) => Promise<ApiError>;
}

interface FollowUp<N extends OperationName> {
  /** A follow-up by a genuine link spends no rate unit: the first request has paid. */
  readonly isFree: boolean;
  readonly answer: () => Promise<OperationOutput<N> | Redirect>;
}

/** Every operation of the interface. A missing one does not compile. */
export type OperationTable = { readonly [N in OperationName]: Operation<N> };
