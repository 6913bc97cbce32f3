/** How a program exports records: its headers, and the profile for them. */
export interface Layout {
  /** `Salesforce contacts`. */
  readonly program: string;
  /** An export of it has all of these headers. */
  readonly headers: readonly string[];
  readonly profile: {
    readonly schema: string;
    readonly lookup: string;
    readonly columns: Readonly<Record<string, string>>;
    readonly join?: Readonly<
      Record<string, readonly string[] | { columns: readonly string[]; with: string }>
    >;
  };
  /** What is between several values in one cell. The field takes the first of them. */
  readonly between?: string;
  /** Why a column is left out, where that is not plain. */
  readonly reasons?: Readonly<Record<string, string>>;
}
