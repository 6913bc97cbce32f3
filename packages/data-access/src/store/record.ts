export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The set fields of a record by name; a field that is empty is absent. */
export type Fields = Readonly<Record<string, Json>>;

/**
 * What kind of record: a collection of the contract (`user`, `role`, …) or one of the service's own
 * (`document`). What is only ever read within a parent has a kind of its own per parent:
 * `listItem:<list id>`, `response:<template id>`.
 */
export type Kind = string;

export interface RecordRef {
  readonly kind: Kind;
  readonly id: string;
}

/** A record as it is kept. Dates are ISO 8601 with milliseconds. */
export interface StoredRecord extends RecordRef {
  /** 1 when created, one more with each write. */
  readonly version: number;
  readonly createdDate: string;
  readonly updatedDate: string;
  readonly deleted: boolean;
  /** Who wrote this version, so that a write whose answer was lost can be told from somebody else's. */
  readonly writer: string;
  /** The import that last wrote the record, kept when other writes follow. */
  readonly importId: string | null;
  readonly fields: Fields;
}

/** One record to write, on the condition that what it replaces is still there. */
export interface RecordWrite {
  readonly record: StoredRecord;
  /** The version it replaces; `null` when there must be no such record yet. */
  readonly replaces: number | null;
}

/** `conflict`: somebody else wrote the record first; nothing was written. */
export type WriteOutcome = 'written' | 'conflict';

export const refKey = (ref: RecordRef): string => `${ref.kind} ${ref.id}`;

/** Whether a stored record is the very write that is being repeated. */
export const isSameWrite = (stored: StoredRecord, record: StoredRecord): boolean =>
  stored.version === record.version && stored.writer === record.writer;
