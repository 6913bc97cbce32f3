import { z } from 'zod';

export type Json = z.core.util.JSONType;

/** The set fields of a record by name; a field that is empty is absent. */
export type Fields = Record<string, Json>;

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
export const storedRecord = z.object({
  kind: z.string(),
  id: z.string(),
  /** 1 when created, one more with each write. */
  version: z.number().int().positive(),
  createdDate: z.string(),
  updatedDate: z.string(),
  deleted: z.boolean(),
  /** Who wrote this version: it tells a write whose reply was lost from somebody else's. */
  writer: z.string(),
  /** The import that last wrote the record, kept when other writes follow. */
  importId: z.string().nullable(),
  fields: z.record(z.string(), z.json()),
});
export type StoredRecord = z.infer<typeof storedRecord>;

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
