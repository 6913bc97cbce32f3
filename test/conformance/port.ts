/** What a driver can do: one HTTP exchange with the service, and let time pass. */
export interface Port {
  /** The path is relative to the base URL: `getUsers`, `import?wait=…`. Redirects are not followed. */
  send(path: string, sent: Sent): Promise<Received>;
  /** For what an answer may lag behind: a search, an import. */
  pass(ms: number): Promise<void>;
}

export interface Sent {
  /** POST unless said. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Received {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: Uint8Array;
}

export interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** What the operator of a service gives to the cases, beside its address. A case that lacks something says so. */
export interface Given {
  /** Of a token that may write. */
  readonly token: Credentials;
  /** Of the same site, without write permission. */
  readonly readOnly?: Credentials | undefined;
  readonly otherSite?: Credentials | undefined;
  readonly expired?: Credentials | undefined;
  readonly disabled?: Credentials | undefined;
  /** A token that nobody else uses at the moment, with this many requests in its hour. */
  readonly limited?: (Credentials & { readonly requests: number }) | undefined;
  /** A form that has responses. */
  readonly templateId?: string | undefined;
}
