import type { CustomFieldDefinition } from '@sluice/contract';
import type { AccessStore } from './access.ts';
import type { ImportItem } from './import-item.ts';
import type { DryRunStore } from './dry-runs.ts';
import type { Kind, RecordRef, RecordWrite, StoredRecord, WriteOutcome } from './record.ts';
import type { SlotStore } from './slots.ts';
import type { SearchFacts } from '../search/facts.ts';
import type { WebhookStore } from './webhook.ts';

/** A value by which records are found, normalised by the contract. */
export interface LookupKey {
  readonly kind: Kind;
  readonly field: string;
  readonly value: string;
}

export interface LookupEntry {
  readonly key: LookupKey;
  readonly id: string;
}

export type SortOrder = 'newest' | 'oldest' | 'updated';

/** The position of a scan: the last row that was read. Ids are ordered by time of creation. */
export interface Position {
  readonly id: string;
  readonly updatedDate: string;
}

export interface Scan {
  readonly kind: Kind;
  readonly order: SortOrder;
  readonly after?: Position | undefined;
  /** Both strict, ISO 8601 with milliseconds. With the order `updated` they bound what is read. */
  readonly updatedAfter?: string | undefined;
  readonly updatedBefore?: string | undefined;
  /** About how many rows will be asked for: sizes the reads, and bounds nothing. */
  readonly expected: number;
}

/** The record comes along where the order reads whole records; by `updated` only the facts do. */
export interface ScanRow extends Position {
  readonly deleted: boolean;
  readonly facts: SearchFacts;
  readonly record: StoredRecord | undefined;
}

/** What must still be so when writes are made together. */
export interface Required {
  /** Records that exist and are not deleted. */
  readonly present?: readonly RecordRef[];
  /** Claims that are held by the ids they are given with. */
  readonly held?: readonly LookupEntry[];
}

/** Records of one site. Reads of single records are strong; a scan may lag a write by seconds. */
export interface RecordStore {
  get(siteId: string, ref: RecordRef): Promise<StoredRecord | undefined>;
  /** In the order asked for. */
  getMany(siteId: string, refs: readonly RecordRef[]): Promise<(StoredRecord | undefined)[]>;
  /** Each write has its own condition; no two may name the same record. */
  write(siteId: string, writes: readonly RecordWrite[]): Promise<WriteOutcome[]>;
  /** All or none, at most 100 with what is required. */
  writeTogether(siteId: string, writes: readonly RecordWrite[], required?: Required): Promise<WriteOutcome>;
  /** Rows of a kind in order, deleted ones included. */
  scan(siteId: string, scan: Scan): AsyncIterable<ScanRow>;
}

/**
 * Who can be found by which value. Entries are written before the record and never taken away, so an id found here may
 * be stale (verify it with the record) but none is missing. The first id of a value is its claim: whoever creates a
 * record by that value creates it under that id.
 */
export interface LookupStore {
  /** The ids under each key, in the order asked for. */
  find(siteId: string, keys: readonly LookupKey[]): Promise<string[][]>;
  /** Claims each value for an id unless it is claimed; answers who holds each claim. */
  claim(siteId: string, entries: readonly LookupEntry[]): Promise<string[]>;
  /** Moves a claim away from an id that was seen not to match any more; answers who holds it afterwards. */
  reclaim(siteId: string, entry: LookupEntry, from: string): Promise<string>;
  /** Makes records findable, beside others under the same values. */
  add(siteId: string, entries: readonly LookupEntry[]): Promise<void>;
}

export interface ImportStore {
  /** False when there is an import of that id already; it is left as it is. */
  create(item: ImportItem): Promise<boolean>;
  get(siteId: string, importId: string): Promise<ImportItem | undefined>;
  /** Replaces the version before `next.version`; false when somebody else did first. */
  update(next: ImportItem): Promise<boolean>;
  /** Those of a site, newest first; `after` is the id of the last one that was read, and `expected` sizes the reads. */
  scan(siteId: string, scan: ImportScan): AsyncIterable<ImportItem>;
}

export interface ImportScan {
  readonly after?: string | undefined;
  readonly expected: number;
}

/** The fields that a site has added, all of them together, so that titles can be held apart. */
export interface SiteCustomFields {
  /** 0 before there was any. */
  readonly version: number;
  readonly fields: readonly CustomFieldDefinition[];
}

export interface CustomFieldStore {
  get(siteId: string): Promise<SiteCustomFields>;
  /** Replaces the version before `next.version`; false when somebody else did first. */
  replace(siteId: string, next: SiteCustomFields): Promise<boolean>;
}

/** What the service keeps, behind two adapters that one contract test holds equal. */
export interface Store {
  readonly records: RecordStore;
  readonly lookups: LookupStore;
  readonly imports: ImportStore;
  readonly access: AccessStore;
  readonly webhooks: WebhookStore;
  readonly customFields: CustomFieldStore;
  readonly slots: SlotStore;
  readonly dryRuns: DryRunStore;
}
