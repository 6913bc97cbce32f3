import { customFieldDefinition } from '@sluice/contract';
import * as z from 'zod';
import type { AccessStore } from './access.ts';
import type { AuditHeadStore } from './audit-head.ts';
import type { ImportItem } from './import-item.ts';
import type { LookupFields } from './lookup-fields.ts';
import type { DryRunStore } from './dry-runs.ts';
import type { Kind, RecordRef, RecordWrite, StoredRecord, WriteOutcome } from './record.ts';
import type { SlotStore } from './slots.ts';
import type { SearchFacts } from './facts.ts';
import type { WebhookStore } from './webhook.ts';

/** A value that finds records, normalised by the contract. */
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

/** The last row that a scan has read. Ids sort by time of creation. */
export interface Position {
  readonly id: string;
  readonly updatedDate: string;
}

export interface Scan {
  readonly kind: Kind;
  readonly order: SortOrder;
  readonly after?: Position | undefined;
  /** Strict bounds, ISO 8601 with milliseconds. With the order `updated` they also bound the reads. */
  readonly updatedAfter?: string | undefined;
  readonly updatedBefore?: string | undefined;
  /** About how many rows will be used. It sizes the reads and limits nothing. */
  readonly expected: number;
}

/** A row of a scan. With the order `updated` it has no record, only the facts. */
export interface ScanRow extends Position {
  readonly deleted: boolean;
  readonly facts: SearchFacts;
  readonly record: StoredRecord | undefined;
  /** Whether it counts only if its record still has its `updatedDate`. */
  readonly isTentative: boolean;
}

export interface Required {
  /** Records that exist and are not deleted. */
  readonly present?: readonly RecordRef[];
  /** Claims that still belong to the given ids. */
  readonly held?: readonly LookupEntry[];
}

/** The records of a site. Reads of single records are strong. A scan may lag a write by seconds. */
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
  /** All records of one shard of a kind, read strongly, in pages in the order of their ids; deleted ones included. */
  shard(siteId: string, shard: Shard): AsyncIterable<StoredRecord[]>;
  /** Removes what scans know of other versions of records than the current ones, as crashes leave it. */
  forgetOthers(siteId: string, refs: readonly RecordRef[], now: Date): Promise<void>;
}

/** `after` is the id of the last one read. */
export interface Shard {
  readonly kind: Kind;
  readonly shard: number;
  readonly after?: string | undefined;
}

/**
 * Ids of records by value. Entries are written before the record, and only an erase removes those of a deleted one, so an id may be
 * stale, but by a field that is used none is missing. Check it with the record. The first id of a value is its claim: a new record with the value gets this id.
 */
export interface LookupStore {
  find(siteId: string, keys: readonly LookupKey[]): Promise<string[][]>;
  /** Claims each value for an id unless it is claimed. Returns the holder of each claim. */
  claim(siteId: string, entries: readonly LookupEntry[]): Promise<string[]>;
  /** Moves a claim away from an id that no longer matches. Returns the holder afterwards. */
  reclaim(siteId: string, entry: LookupEntry, from: string): Promise<string>;
  /** Adds ids under values, beside others with the same value. */
  add(siteId: string, entries: readonly LookupEntry[]): Promise<void>;
  /** Removes ids of records that nobody can restore. Others with the same value stay, whoever adds them meanwhile. */
  remove(siteId: string, entries: readonly LookupEntry[]): Promise<void>;
}

export interface ImportStore {
  /** False when the import exists already. It stays as it is. */
  create(item: ImportItem): Promise<boolean>;
  get(siteId: string, importId: string): Promise<ImportItem | undefined>;
  /** Replaces the previous version. False when that version is no longer current. */
  update(next: ImportItem): Promise<boolean>;
  /** The imports of a site, newest first. `after` is the id of the last one read; `expected` sizes the reads. */
  scan(siteId: string, scan: ImportScan): AsyncIterable<ImportItem>;
}

export interface ImportScan {
  readonly after?: string | undefined;
  readonly expected: number;
}

/** The fields that a site has added. They are one item, so that their titles stay unique. Version 0 has none. */
export const siteCustomFields = z.object({ version: z.number(), fields: z.array(customFieldDefinition) });
export type SiteCustomFields = Readonly<z.infer<typeof siteCustomFields>>;

/** One item of each site. Without one it has the version 0. */
export interface SiteItemStore<T> {
  get(siteId: string): Promise<T>;
  /** Replaces the previous version. False when that version is no longer current. */
  replace(siteId: string, next: T): Promise<boolean>;
}

/** The data of the service. Two adapters implement it, and one contract test checks both. */
export interface Store {
  readonly records: RecordStore;
  readonly lookups: LookupStore;
  readonly imports: ImportStore;
  readonly access: AccessStore;
  readonly webhooks: WebhookStore;
  readonly customFields: SiteItemStore<SiteCustomFields>;
  readonly lookupFields: SiteItemStore<LookupFields>;
  readonly slots: SlotStore;
  readonly dryRuns: DryRunStore;
  readonly auditHead: AuditHeadStore;
}
