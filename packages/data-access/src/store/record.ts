import * as z from 'zod';

export type Json = z.core.util.JSONType;

/** The fields of a record that have a value. Empty fields are absent. */
export type Fields = Record<string, Json>;

/**
 * The kind of a record: a collection of the contract (`user`, `role`, …) or of the service (`document`). Records that
 * are read only within a parent have a kind per parent: `listItem:<list id>`, `response:<template id>`.
 */
export type Kind = string;

/** The kind of the items of one list. Titles and codes are compared within a list. */
export const listItemKind = (listId: string): Kind => `listItem:${listId}`;

export interface RecordRef {
  readonly kind: Kind;
  readonly id: string;
}

/** The list whose items have this kind. */
export const listOfKind = (kind: Kind): RecordRef => ({
  kind: 'list',
  id: kind.slice(kind.indexOf(':') + 1),
});

/** A stored record. Dates are ISO 8601 with milliseconds. */
export const storedRecord = z.object({
  kind: z.string(),
  id: z.string(),
  /** 1 when created, one more with each write. */
  version: z.number().int().positive(),
  createdDate: z.string(),
  updatedDate: z.string(),
  deleted: z.boolean(),
  /** The writer of this version. It distinguishes our own write whose reply was lost from another's. */
  writer: z.string(),
  /** The last import that wrote the record. Later writes keep it. */
  importId: z.string().nullable(),
  fields: z.record(z.string(), z.json()),
});
export type StoredRecord = z.infer<typeof storedRecord>;

/** A version of a record. Others may have made one with the same number. */
export type RecordVersion = Pick<StoredRecord, 'version' | 'writer'>;

/** A record to write on condition that the version it replaces is current. */
export interface RecordWrite {
  readonly record: StoredRecord;
  /** The version it replaces; `null` when the record must not exist yet. */
  readonly replaces: RecordVersion | null;
}

/** `conflict`: another request wrote the record first, so nothing was written. */
export type WriteOutcome = 'written' | 'conflict';

export const refKey = (ref: RecordRef): string => `${ref.kind} ${ref.id}`;

/** Whether a stored record is the result of this same write. */
export const isSameWrite = (stored: RecordVersion, record: RecordVersion): boolean =>
  stored.version === record.version && stored.writer === record.writer;
