import { inChunks } from '@sluice/aws-kit/parallel';
import { searchFacts } from '../../store/facts.ts';
import { createMemoryAuditHead } from './memory-audit-head.ts';
import { createMemoryDryRuns } from './memory-dry-runs.ts';
import type { ImportItem } from '../../store/import-item.ts';
import { noLookupFields } from '../../store/lookup-fields.ts';
import { shardOf } from '../../store/ids.ts';
import { createMemoryAccess } from './memory-access.ts';
import {
  isSameWrite,
  refKey,
  type RecordRef,
  type RecordWrite,
  type StoredRecord,
  type WriteOutcome,
} from '../../store/record.ts';
import { placesFor, type HeldSlot, type SlotStore } from '../../store/slots.ts';
import type {
  ImportStore,
  LookupKey,
  LookupStore,
  Position,
  RecordStore,
  Scan,
  ScanRow,
  Shard,
  SiteCustomFields,
  SiteItemStore,
  Store,
} from '../../store/store.ts';
import type { Delivery, DeliveryRef, Webhook, WebhookRef, WebhookStore } from '../../store/webhook.ts';

/** A store in memory, for tests. It behaves like the table. */
export function createMemoryStore(): Store {
  const claims = new Map<string, string[]>();
  return {
    records: createRecords(claims),
    lookups: createLookups(claims),
    imports: createImports(),
    access: createMemoryAccess(),
    customFields: createSiteItems<SiteCustomFields>({ version: 0, fields: [] }),
    lookupFields: createSiteItems(noLookupFields),
    webhooks: createMemoryWebhooks(),
    slots: createMemorySlots(),
    dryRuns: createMemoryDryRuns(),
    auditHead: createMemoryAuditHead(),
  };
}

const recordKey = (siteId: string, ref: RecordRef) => `${siteId} ${refKey(ref)}`;

const lookupKey = (siteId: string, { kind, field, value }: LookupKey) =>
  JSON.stringify([siteId, kind, field, value]);

const importKey = (siteId: string, importId: string) => `${siteId} ${importId}`;

type Claims = Map<string, string[]>;

function createRecords(claims: Claims): RecordStore {
  const records = new Map<string, StoredRecord>();
  const fits = (siteId: string, { record, replaces }: RecordWrite): boolean => {
    const stored = records.get(recordKey(siteId, record));
    if (stored && isSameWrite(stored, record)) return true;
    return replaces === null ? !stored : stored !== undefined && isSameWrite(stored, replaces);
  };
  const put = (siteId: string, { record }: RecordWrite) => {
    const stored = records.get(recordKey(siteId, record));
    if (!stored || !isSameWrite(stored, record)) records.set(recordKey(siteId, record), record);
  };

  return {
    get: async (siteId, ref) => records.get(recordKey(siteId, ref)),
    getMany: async (siteId, refs) => refs.map((ref) => records.get(recordKey(siteId, ref))),
    write: async (siteId, writes) =>
      writes.map((write): WriteOutcome => {
        if (!fits(siteId, write)) return 'conflict';
        put(siteId, write);
        return 'written';
      }),
    writeTogether: async (siteId, writes, { present = [], held = [] } = {}) => {
      const isPresent = present.every((ref) => records.get(recordKey(siteId, ref))?.deleted === false);
      const isHeld = held.every(({ key, id }) => claims.get(lookupKey(siteId, key))?.[0] === id);
      if (!isPresent || !isHeld || !writes.every((write) => fits(siteId, write))) return 'conflict';
      for (const write of writes) put(siteId, write);
      return 'written';
    },
    scan: async function* (siteId, scan) {
      const prefix = `${siteId} ${scan.kind} `;
      const found = [...records].filter(([key]) => key.startsWith(prefix)).map(([, record]) => record);
      yield* found
        .filter((record) => isWithin(scan, record))
        .toSorted((a, b) => compare(scan, a, b))
        .map((record) => rowOf(scan, record));
    },
    shard: async function* (siteId, shard) {
      const all = [...records].filter(([key]) => key.startsWith(`${siteId} ${shard.kind} `));
      yield* pagesOf(
        all.map(([, record]) => record),
        shard,
      );
    },
    forgetOthers: async () => undefined,
  };
}

/** Small, so that tests see several. */
const recordsPerPage = 2;

function pagesOf(records: readonly StoredRecord[], { shard, after = '' }: Shard): StoredRecord[][] {
  const found = records.filter(({ id }) => shardOf(id) === shard && id > after);
  return inChunks(
    found.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    recordsPerPage,
  );
}

function compare({ order }: Scan, a: Position, b: Position): number {
  const byId = a.id < b.id ? -1 : Number(a.id > b.id);
  if (order === 'oldest') return byId;
  if (order === 'newest' || a.updatedDate === b.updatedDate) return -byId;
  return a.updatedDate < b.updatedDate ? 1 : -1;
}

function isWithin(scan: Scan, record: StoredRecord): boolean {
  if (scan.after && compare(scan, record, scan.after) <= 0) return false;
  if (scan.order !== 'updated') return true;
  const { updatedAfter, updatedBefore } = scan;
  return (
    (updatedAfter === undefined || record.updatedDate > updatedAfter) &&
    (updatedBefore === undefined || record.updatedDate < updatedBefore)
  );
}

function rowOf({ order }: Scan, record: StoredRecord): ScanRow {
  const { id, updatedDate, deleted } = record;
  return {
    id,
    updatedDate,
    deleted,
    facts: searchFacts(record),
    record: order === 'updated' ? undefined : record,
    isTentative: false,
  };
}

function createLookups(entries: Claims): LookupStore {
  return {
    find: async (siteId, keys) => keys.map((key) => [...(entries.get(lookupKey(siteId, key)) ?? [])]),
    claim: async (siteId, claims) =>
      claims.map(({ key, id }) => {
        const [holder] = entries.get(lookupKey(siteId, key)) ?? [];
        if (holder === undefined) entries.set(lookupKey(siteId, key), [id]);
        return holder ?? id;
      }),
    reclaim: async (siteId, { key, id }, from) => {
      const [holder, ...others] = entries.get(lookupKey(siteId, key)) ?? [];
      if (holder !== undefined && holder !== from) return holder;
      const rest = [...(holder === undefined ? [] : [holder]), ...others].filter((other) => other !== id);
      entries.set(lookupKey(siteId, key), [id, ...rest]);
      return id;
    },
    add: async (siteId, added) => {
      for (const { key, id } of added) {
        const ids = entries.get(lookupKey(siteId, key)) ?? [];
        if (!ids.includes(id)) entries.set(lookupKey(siteId, key), [...ids, id]);
      }
    },
    remove: async (siteId, removed) => {
      for (const { key, id } of removed) {
        const left = (entries.get(lookupKey(siteId, key)) ?? []).filter((one) => one !== id);
        if (left.length > 0) entries.set(lookupKey(siteId, key), left);
        else entries.delete(lookupKey(siteId, key));
      }
    },
  };
}

function createImports(): ImportStore {
  const imports = versionedItems<ImportItem>();
  return {
    create: async (item) => imports.create(importKey(item.siteId, item.importId), item),
    get: async (siteId, importId) => imports.get(importKey(siteId, importId)),
    update: async (next) => imports.update(importKey(next.siteId, next.importId), next),
    scan: async function* (siteId, { after }) {
      yield* imports
        .all()
        .filter((item) => item.siteId === siteId && (after === undefined || item.importId < after))
        .toSorted((a, b) => (a.importId < b.importId ? 1 : -1));
    },
  };
}

function createSiteItems<T extends { readonly version: number }>(none: T): SiteItemStore<T> {
  const sites = versionedItems<T>();
  return {
    get: async (siteId) => sites.get(siteId) ?? none,
    replace: async (siteId, next) => (next.version === 1 ? sites.create : sites.update)(siteId, next),
  };
}

function createMemorySlots(): SlotStore {
  const held = new Map<string, HeldSlot>();
  const keyOf = (of: string, place: number): string => `${of} ${place}`;
  return {
    take: async (wanted, now) => {
      const { of, holder, until } = wanted;
      const [place] = placesFor(wanted, (at) => held.get(keyOf(of, at)), now.toISOString());
      if (place === undefined) return undefined;
      held.set(keyOf(of, place), { holder, until });
      return { of, holder, place };
    },
    hold: async ({ of, holder, place }, until) => {
      const key = keyOf(of, place);
      if (held.get(key)?.holder !== holder) return false;
      held.set(key, { holder, until });
      return true;
    },
  };
}

const webhookKey = ({ siteId, webhookId }: WebhookRef): string => `${siteId} ${webhookId}`;
const deliveryKey = (ref: DeliveryRef): string => `${webhookKey(ref)} ${ref.deliveryId}`;

const descending = (a: Delivery, b: Delivery): number => (a.deliveryId < b.deliveryId ? 1 : -1);

function createMemoryWebhooks(): WebhookStore {
  const webhooks = versionedItems<Webhook>();
  const deliveries = versionedItems<Delivery>();
  return {
    create: async (webhook) => webhooks.create(webhookKey(webhook), webhook),
    get: async (ref) => webhooks.get(webhookKey(ref)),
    list: async (siteId) =>
      webhooks
        .all()
        .filter((webhook) => webhook.siteId === siteId)
        .toSorted((a, b) => (a.webhookId < b.webhookId ? -1 : 1)),
    update: async (next) => webhooks.update(webhookKey(next), next),
    createDelivery: async (delivery) => deliveries.create(deliveryKey(delivery), delivery),
    delivery: async (ref) => deliveries.get(deliveryKey(ref)),
    deliveries: async (ref, { limit, after }) =>
      deliveries
        .all()
        .filter((each) => webhookKey(each) === webhookKey(ref))
        .filter(({ deliveryId }) => after === undefined || deliveryId < after)
        .toSorted(descending)
        .slice(0, limit),
    updateDelivery: async (next) => deliveries.update(deliveryKey(next), next),
  };
}

/** Items that are created once and replaced only on the previous version. */
function versionedItems<T extends { readonly version: number }>() {
  const items = new Map<string, T>();
  return {
    get: (key: string) => items.get(key),
    all: () => [...items.values()],
    create: (key: string, item: T): boolean => !items.has(key) && Boolean(items.set(key, item)),
    update: (key: string, next: T): boolean =>
      items.get(key)?.version === next.version - 1 && Boolean(items.set(key, next)),
  };
}
