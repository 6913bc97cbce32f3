import { newItem } from '../import/start-import.ts';
import { orderedId } from '../store/ids.ts';
import type { ImportItem } from '../store/import-item.ts';
import type { RecordWrite, StoredRecord } from '../store/record.ts';
import type { Token } from '../store/access.ts';
import type { Delivery, Webhook } from '../store/webhook.ts';
import { newDelivery } from '../webhooks/gather-changes.ts';

const start = Date.parse('2026-03-01T08:00:00.000Z');

/** The moment `seconds` after the tests' beginning of time, as ISO text. */
export const at = (seconds: number): string => new Date(start + seconds * 1000).toISOString();

export function aRecord(order: number, overrides: Partial<StoredRecord> = {}): StoredRecord {
  return {
    kind: 'user',
    id: orderedId(new Date(at(order)), 'test', order),
    version: 1,
    createdDate: at(order),
    updatedDate: at(order),
    deleted: false,
    writer: `test ${order}`,
    importId: null,
    fields: { name: `User ${order}` },
    ...overrides,
  };
}

export const asNew = (record: StoredRecord): RecordWrite => ({ record, replaces: null });

/** The next version of a record, by another writer. */
export function changed(record: StoredRecord, overrides: Partial<StoredRecord> = {}): RecordWrite {
  const version = record.version + 1;
  return {
    record: { ...record, version, writer: `${record.writer} again`, ...overrides },
    replaces: record,
  };
}

export function aToken(overrides: Partial<Token> = {}): Token {
  return {
    apiKey: 'key',
    secretHash: 'hash',
    siteId: 'site',
    permission: 'write',
    disabled: false,
    notes: null,
    createdDate: at(0),
    expiresDate: null,
    lastUsedDate: null,
    rateLimit: 100,
    dailyMails: 10,
    version: 1,
    ...overrides,
  };
}

export function anImport(overrides: Partial<ImportItem> = {}): ImportItem {
  const importId = orderedId(new Date(at(0)), 'import', 0);
  return { ...newItem({ siteId: 'site', importId, records: 1, createdDate: at(0) }), ...overrides };
}

export function aWebhook(overrides: Partial<Webhook> = {}): Webhook {
  return {
    siteId: 'site',
    webhookId: orderedId(new Date(at(0)), 'webhook', 0),
    version: 1,
    url: 'https://receiver.example.org/changes',
    secret: 'secret',
    models: [{ model: 'user', fields: null }],
    enabled: true,
    disabledReason: null,
    notes: null,
    createdDate: at(0),
    updatedDate: at(0),
    ...overrides,
  };
}

export function aDelivery(order: number, overrides: Partial<Delivery> = {}): Delivery {
  const { siteId, webhookId } = aWebhook();
  const deliveryId = orderedId(new Date(at(order)), 'delivery', 0);
  const facts = { changeSetId: `set ${order}`, part: 0, events: 1, createdDate: at(order) };
  return { ...newDelivery({ siteId, webhookId, deliveryId, ...facts }), ...overrides };
}
