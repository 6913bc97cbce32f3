import { hash } from 'node:crypto';
import type { ItemKey } from '@sluice/aws-kit/dynamodb';
import type { CallRef } from '../store/calls.ts';
import { shardOf } from '../store/ids.ts';
import type { Kind, RecordRef } from '../store/record.ts';
import type { LookupKey } from '../store/store.ts';
import type { DeliveryRef, WebhookRef } from '../store/webhook.ts';

const hashOf = (text: string): string => hash('sha256', text, 'base64url');

export const recordPartition = (siteId: string, kind: Kind, shard: number): string =>
  `R#${siteId}#${kind}#${shard}`;

export const recordKey = (siteId: string, { kind, id }: RecordRef): ItemKey => ({
  pk: recordPartition(siteId, kind, shardOf(id)),
  sk: id,
});

/** Leaves: see `leaf-items.ts`. They are few, so one partition takes more of them than the shards take records. */
export const leafPartition = (siteId: string, kind: Kind): string => `U#${siteId}#${kind}`;

/** Sorts before every id, so the claim of a value comes first in its partition. */
const claimMark = '#';

/** Values are hashed: they may be longer than a key may be, and keys appear in logs and traces. */
const lookupPartition = (siteId: string, { kind, field, value }: LookupKey): string =>
  `L#${siteId}#${kind}#${field}#${hashOf(value)}`;

export const claimKey = (siteId: string, key: LookupKey): ItemKey => ({
  pk: lookupPartition(siteId, key),
  sk: claimMark,
});

export const entryKey = (siteId: string, key: LookupKey, id: string): ItemKey => ({
  pk: lookupPartition(siteId, key),
  sk: id,
});

export const siteKey = (siteId: string): ItemKey => ({ pk: `S#${siteId}`, sk: 'S' });

export const customFieldsKey = (siteId: string): ItemKey => ({ pk: `S#${siteId}`, sk: 'C' });

/** In a partition of its own: whoever fills fields may write no sites and no tokens. */
export const lookupFieldsKey = (siteId: string): ItemKey => ({ pk: `F#${siteId}`, sk: 'F' });

/** Lists the sites. There are few, and only the control panel asks for them. */
export const listedSiteKey = (siteId: string): ItemKey => ({ pk: 'S', sk: siteId });

/** The head of the audit log, of all sites. */
export const auditHeadKey: ItemKey = { pk: 'A', sk: 'A' };

/** The event of a call, beside the head: who may append may note it. */
export const auditNoteKey = ({ siteId, requestId }: CallRef): ItemKey => ({
  pk: 'A',
  sk: `W#${siteId}#${requestId}`,
});

export const siteTokenKey = (siteId: string, apiKey: string): ItemKey => ({
  pk: `S#${siteId}`,
  sk: `T#${apiKey}`,
});

export const keyOfSiteToken = (sk: string): string => sk.slice('T#'.length);

export const tokenKey = (apiKey: string): ItemKey => ({ pk: `T#${apiKey}`, sk: 'T' });

export const rateKey = (apiKey: string, hour: string): ItemKey => ({ pk: `Q#${apiKey}#${hour}`, sk: 'Q' });

export const mailsKey = (apiKey: string, day: string): ItemKey => ({ pk: `E#${apiKey}#${day}`, sk: 'E' });

export const idempotencyKey = (siteId: string, key: string): ItemKey => ({
  pk: `K#${siteId}#${hashOf(key)}`,
  sk: 'K',
});

export const importKey = (siteId: string, importId: string): ItemKey =>
  recordKey(siteId, { kind: 'import', id: importId });

/** A site has few webhooks: one partition lists them. */
export const webhookPartition = (siteId: string): string => `W#${siteId}`;

export const webhookKey = ({ siteId, webhookId }: WebhookRef): ItemKey => ({
  pk: webhookPartition(siteId),
  sk: webhookId,
});

export const deliveryPartition = ({ siteId, webhookId }: WebhookRef): string => `D#${siteId}#${webhookId}`;

export const deliveryKey = (ref: DeliveryRef): ItemKey => ({
  pk: deliveryPartition(ref),
  sk: ref.deliveryId,
});

/** The slots that limit how many requests of a token wait at once. */
export const slotKey = (of: string, place: number): ItemKey => ({ pk: `N#${of}`, sk: String(place) });

export const dryRunKey = (siteId: string, digest: string): ItemKey => ({
  pk: `P#${siteId}#${digest}`,
  sk: 'P',
});

export const importPartition = (siteId: string, shard: number): string =>
  recordPartition(siteId, 'import', shard);
