import type { ChangeEvent } from '@sluice/webhooks';
import type { StoredRecord } from '../store/record.ts';
import type { RecordStore } from '../store/store.ts';
import { eventOf, refOf, type Change } from './change-set.ts';

/**
 * The events of the committed changes of an intent. Where somebody has overwritten a record since, it is published with the
 * current values: an event too many does no harm, a lost one does.
 * The store, with every write of records told to webhooks: whoever writes for a request need not think of it, and cannot
 */
export async function committed(
  changes: readonly Change[],
  siteId: string,
  records: Pick<RecordStore, 'getMany'>,
): Promise<ChangeEvent[]> {
  const present = await records.getMany(siteId, changes.map(refOf));
  return changes.flatMap((change, at) => committedEvent(change, present[at]));
}

function committedEvent(
  { version, writer, event }: Change,
  present: StoredRecord | undefined,
): ChangeEvent[] {
  if (!present || present.version < version) return [];
  if (present.version === version) return present.writer === writer ? [event] : [];
  return [eventOf(present, event.action, Object.keys(event.diff ?? {}))];
}
