export type Fields = Readonly<Record<string, unknown>>;

export interface Token {
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly site: string;
  readonly mayWrite: boolean;
  /** Calls in an hour. */
  readonly limit?: number;
}

/** One import as it was asked for. */
export interface Asked {
  readonly dryRun: boolean;
  readonly filename: string;
  readonly records: readonly Fields[];
}

/** The ways in which servers of the interface may differ, and what goes wrong. */
export interface Ways {
  readonly now: () => Date;
  readonly tokens: readonly Token[];
  /** What is wrong with a record, in the server's own words. */
  readonly wrong?: ((record: Fields) => string | undefined) | undefined;
  /** Which refused records a message names, and from which number they are counted. */
  readonly names?: 'one' | 'all' | 'none' | undefined;
  readonly numbersFrom?: 0 | 1 | undefined;
  /** Whether refused records are only found by the import, not by the call. */
  readonly refusesLater?: boolean | undefined;
  readonly takesKey?: boolean | undefined;
  readonly hasPreview?: boolean | undefined;
  readonly canUndo?: boolean | undefined;
  /** How long an import takes, in milliseconds. */
  readonly runsFor?: number | undefined;
  /** An import that stops after so many records, and what the server then says. */
  readonly stops?:
    ((asked: Asked) => { readonly after: number; readonly says: string } | undefined) | undefined;
  /** A refusal of a whole call, before anything else. */
  readonly refuses?:
    | ((operation: string, asked: Asked) => { readonly code: string; readonly message: string } | undefined)
    | undefined;
  /** Whether the connection breaks before a call has its effect, or after. */
  readonly breaks?: ((operation: string, asked: Asked) => 'before' | 'after' | undefined) | undefined;
}
