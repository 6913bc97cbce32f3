/** The latest valid dry run of some record sets. The import of the same record sets is compared with it. */
export interface DryRunNote {
  readonly siteId: string;
  readonly digest: string;
  readonly importId: string;
  /** Until when it is remembered, in seconds since 1970. */
  readonly expires: number;
}

export interface DryRunStore {
  /** Replaces an earlier one. */
  note(note: DryRunNote): Promise<void>;
  /** The importId of the latest dry run, unless it has expired. */
  find(siteId: string, digest: string, now: Date): Promise<string | undefined>;
}
