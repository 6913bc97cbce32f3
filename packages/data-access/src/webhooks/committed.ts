import type { ChangeEvent } from '@sluice/webhooks';
import type { StoredRecord } from '../store/record.ts';
import type { RecordStore } from '../store/store.ts';
import { eventOf, refOf, type Change } from './change-set.ts';

/**
 * The events of those changes of an intent that were committed. What somebody wrote over since cannot be told: it is
 * announced with the present values, since a needless event does no harm and a lost one does.
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
