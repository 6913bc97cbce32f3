import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { region } from '../../base/pseudo-parameters.ts';
import type { Version } from './versions.ts';

/** The changes of a bucket for which a queue gets notifications. */
export const notificationSchema = z.object({
  id: z.string(),
  queueArn: z.string(),
  /** `s3:ObjectCreated:*`, `s3:ObjectRemoved:DeleteMarkerCreated`, … */
  events: z.array(z.string()),
  prefix: z.string().default(''),
  suffix: z.string().default(''),
});
export type Notification = z.infer<typeof notificationSchema>;

export interface Change {
  /** `ObjectCreated:Put` */
  readonly event: string;
  readonly requestId: string;
  readonly principalId: string;
  readonly sourceIp: string;
}

type Changed = Pick<Version, 'bucket' | 'key' | 'versionId' | 'size' | 'etag' | 'seq' | 'isMarker'>;
export type Send = (queueArn: string, body: string) => Promise<void>;

/** A notification is written in the commit of its change, and deleted once its queue has it. So it is sent at least once. */
export interface Journal {
  add(changed: Changed, change: Change, notifications: readonly Notification[]): void;
  /** The test event that S3 sends when notifications are set up. */
  addTestEvents(bucket: string, notifications: readonly Notification[]): void;
  /** Begins to deliver, also the notifications from earlier runs. */
  deliverTo(send: Send, log: (line: string) => void): void;
  wake(): void;
  /** Resolves once no delivery is running. */
  stop(): Promise<void>;
}

const rowSchema = z.object({ id: z.int(), queue_arn: z.string(), body: z.string() });

export function createJournal(database: DatabaseSync, now: () => Date): Journal {
  const insert = database.prepare('INSERT INTO undelivered (queue_arn, body) VALUES (?, ?)');
  const oldest = database.prepare('SELECT * FROM undelivered ORDER BY id LIMIT 1');
  const remove = database.prepare('DELETE FROM undelivered WHERE id = ?');
  let deliver: (() => Promise<void>) | undefined;
  let delivering: Promise<void> | undefined;
  const stopping = new AbortController();

  function wake(): void {
    if (deliver === undefined || delivering !== undefined || stopping.signal.aborted) return;
    delivering = deliver().finally(() => (delivering = undefined));
  }

  return {
    add: (changed, change, notifications) => {
      for (const notification of notifications) {
        if (!concerns(notification, changed.key, change.event)) continue;
        insert.run(
          notification.queueArn,
          JSON.stringify({ Records: [record(changed, change, { notification, at: now() })] }),
        );
      }
    },
    addTestEvents: (bucket, notifications) => {
      for (const { queueArn } of notifications) {
        const event = {
          Service: 'Amazon S3',
          Event: 's3:TestEvent',
          Time: now().toISOString(),
          Bucket: bucket,
        };
        insert.run(queueArn, JSON.stringify({ ...event, RequestId: 'local', HostId: 'local' }));
      }
    },
    deliverTo: (send, log) => {
      deliver = async () => {
        for (let row = oldest.get(); row !== undefined && !stopping.signal.aborted; row = oldest.get()) {
          const { id, queue_arn: queueArn, body } = rowSchema.parse(row);
          try {
            await send(queueArn, body);
            remove.run(id);
          } catch (error) {
            log(`S3 notification to ${queueArn}: ${String(error)}`);
            await sleep(1000);
          }
        }
      };
      wake();
    },
    wake,
    stop: async () => {
      stopping.abort();
      await delivering;
    },
  };
}

function concerns({ events, prefix, suffix }: Notification, key: string, event: string): boolean {
  const matches = events.some((wanted) => {
    const name = wanted.replace(/^s3:/, '');
    return name.endsWith('*') ? event.startsWith(name.slice(0, -1)) : event === name;
  });
  return matches && key.startsWith(prefix) && key.endsWith(suffix);
}

interface Facts {
  readonly notification: Notification;
  readonly at: Date;
}

function record(changed: Changed, change: Change, { notification, at }: Facts): object {
  const contents = changed.isMarker || change.event.startsWith('ObjectRemoved') ? {} : { size: changed.size };
  return {
    eventVersion: '2.1',
    eventSource: 'aws:s3',
    awsRegion: region,
    eventTime: at.toISOString(),
    eventName: change.event,
    userIdentity: { principalId: change.principalId },
    requestParameters: { sourceIPAddress: change.sourceIp },
    responseElements: { 'x-amz-request-id': change.requestId, 'x-amz-id-2': 'local' },
    s3: {
      s3SchemaVersion: '1.0',
      configurationId: notification.id,
      bucket: {
        name: changed.bucket,
        ownerIdentity: { principalId: 'local' },
        arn: `arn:aws:s3:::${changed.bucket}`,
      },
      object: {
        key: formEncoded(changed.key),
        ...contents,
        eTag: changed.etag,
        ...(changed.versionId !== 'null' && { versionId: changed.versionId }),
        sequencer: sequencerOf(changed),
      },
    },
  };
}

/** It orders the events of one key. As on AWS, those of different keys do not compare: each key counts from a number of its own. */
function sequencerOf({ key, seq }: Pick<Changed, 'key' | 'seq'>): string {
  const start = BigInt(`0x${createHash('sha256').update(key).digest('hex').slice(0, 16)}`);
  return (start + BigInt(seq)).toString(16).toUpperCase().padStart(18, '0');
}

/** Encodes a key as in the events of S3: like a form, but with plain slashes. */
function formEncoded(key: string): string {
  return encodeURIComponent(key)
    .replaceAll(/[!'()]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
    .replaceAll('%2F', '/');
}
