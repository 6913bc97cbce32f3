/** A driver: one HTTP exchange with the service, and a way to let time pass. */
export interface Port {
  /** The path is relative to the base URL: `getUsers`, `import?wait=…`. Redirects are not followed. */
  send(path: string, sent: Sent): Promise<Received>;
  /** Waits, for searches and imports that lag behind. */
  pass(ms: number): Promise<void>;
}

export interface Sent {
  /** POST by default. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: Uint8Array;
}

export interface Credentials {
  readonly apiKey: string;
  readonly apiSecret: string;
}

/** What the operator of a service provides besides its address. A case reports what it lacks. */
export interface Given {
  readonly token: Credentials;
  /** A token of the same site without write permission. */
  readonly readOnly?: Credentials | undefined;
  readonly otherSite?: Credentials | undefined;
  readonly expired?: Credentials | undefined;
  readonly disabled?: Credentials | undefined;
  /** A token that has no other user now, with this many requests an hour. */
  readonly limited?: (Credentials & { readonly requests: number }) | undefined;
  /** A form that has responses. */
  readonly templateId?: string | undefined;
  /** A list, to which cases add items. */
  readonly listId?: string | undefined;
}
