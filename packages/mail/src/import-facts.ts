/** All that the service's own notification of one import says. */
export interface ImportFacts {
  readonly importId: string;
  /** The display name that the caller gave. */
  readonly filename?: string | undefined;
  readonly outcome: 'success' | 'failure';
  readonly dryRun: boolean;
  readonly site: { readonly name: string; readonly kind: 'production' | 'demo' };
  readonly schemas: readonly string[];
  readonly counts: {
    readonly created: number;
    readonly updated: number;
    readonly unchanged: number;
    readonly deleted: number;
    readonly failed: number;
    readonly notAttempted: number;
  };
  /** Which records were refused and what was expected: of a failure. */
  readonly errorMessage?: string | undefined;
  /** ISO 8601. */
  readonly createdDate: string;
  readonly ranDate?: string | undefined;
}
