import { sha256, type ChainHead } from '@sluice/aws-kit/hash-chain';
import * as z from 'zod';
import type { Store } from '../../store/store.ts';
import { nextEvent, readEvent, type AuditEvent, type AuditLine } from './audit-event.ts';

/** One version of an object of the log. An unaltered log has one of each, and none is deleted. */
export const storedEventSchema = z.object({
  key: z.string(),
  versionId: z.string(),
  /** Absent where somebody deleted the object: its earlier versions are kept. */
  text: z.string().optional(),
});
export type StoredEvent = Readonly<z.infer<typeof storedEventSchema>>;

/** The objects of the log, which cannot be replaced: one for each event. */
export interface AuditLog {
  /** False when the key exists already. */
  putNew(key: string, text: string): Promise<boolean>;
  get(key: string): Promise<string | undefined>;
  /** All versions by key, those after a position. */
  versions(after?: string): AsyncIterable<StoredEvent>;
}

/** The position of a version, from which a listing goes on. */
export const positionOf = ({ key, versionId }: Pick<StoredEvent, 'key' | 'versionId'>): string =>
  `${key} ${versionId}`;

export const auditPrefix = 'panel/';
export const auditKey = (version: number): string =>
  `${auditPrefix}${String(version).padStart(12, '0')}.json`;

/** Undefined where there is none, or something else. */
export const eventAt = async (version: number, audit: AuditLog): Promise<AuditEvent | undefined> =>
  readEvent((await audit.get(auditKey(version))) ?? '');

export interface AppendServices {
  readonly store: Pick<Store, 'auditHead'>;
  readonly audit: AuditLog;
}

/** How an event is appended that several workers may append at the same time, once. */
export interface Once {
  /** The version at which an earlier worker was about to append it. */
  readonly from: number | undefined;
  /** Called before each try. It fails if another worker goes on. */
  readonly noting: (event: AuditEvent) => Promise<void>;
  /** Whether another worker has appended it. */
  readonly isSame: (event: AuditEvent) => boolean;
}

/**
 * Appends an event. The head in the table only speeds this up, and shows later that the end was removed; the keys decide which of
 * two events at the same time is first.
 */
export async function appendEvent(
  line: AuditLine,
  { store, audit }: AppendServices,
  once?: Once,
): Promise<AuditEvent> {
  let head = once?.from === undefined ? await store.auditHead.get() : await headBefore(once.from, audit);
  for (;;) {
    const event = nextEvent(line, head);
    const { version, hash } = event;
    const text = JSON.stringify(event);
    const key = auditKey(version);
    await once?.noting(event);
    const found = (await audit.putNew(key, text)) ? text : ((await audit.get(key)) ?? '');
    // The first try of a put may have succeeded although its reply was lost.
    if (found === text) {
      await store.auditHead.move({ version, hash });
      return event;
    }
    const known = readEvent(found);
    if (known !== undefined && once?.isSame(known)) {
      await store.auditHead.move({ version, hash: known.hash });
      return known;
    }
    head = { version, hash: known?.hash ?? sha256(found) };
  }
}

async function headBefore(version: number, audit: AuditLog): Promise<ChainHead | undefined> {
  if (version === 1) return undefined;
  const text = (await audit.get(auditKey(version - 1))) ?? '';
  return { version: version - 1, hash: readEvent(text)?.hash ?? sha256(text) };
}
