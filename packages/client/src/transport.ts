/** One HTTP exchange; redirects are answers like any other. */
export interface WireRequest {
  readonly method: 'POST' | 'GET';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** Whether to open a new connection: an idle one may be dead, and then it is unknown whether the request arrived. */
  readonly fresh: boolean;
  /** Ends the exchange, by a timeout or the caller. */
  readonly signal: AbortSignal;
}

export interface WireAnswer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** False when the connection ended before the body did. */
  readonly complete: boolean;
  /** Set when the service redirected us to a file elsewhere: the answer that redirected. */
  readonly sentAway?: Readonly<Record<string, string>>;
}

export interface WireSilence {
  readonly kind: 'noAnswer';
  /** `no` only when it is certain that not a byte of the request left. */
  readonly sent: 'no' | 'maybe';
  /** A code such as ECONNREFUSED, or a few words; never what was sent. */
  readonly detail: string;
}

/** Carries a request to the service. It never throws. */
export type Transport = (request: WireRequest) => Promise<WireAnswer | WireSilence>;
