import type { Publisher } from '../../webhooks/publisher.ts';
import { changeOf, eventOf, versionOf, type Change } from '../../webhooks/change-set.ts';
import type { StoredRecord } from '../../store/record.ts';
import type { Undone } from './undone.ts';

interface Publishing {
  readonly siteId: string;
  readonly changeSetId: string;
  readonly date: Date;
  /** Whether an earlier worker may have written some of it and died before publishing. */
  readonly isRepeat: boolean;
}

/** Has webhooks told of what a chunk of an undo wrote, before the undo goes on (invariant 18). */
export async function publishUndone(
  undone: readonly Undone[],
  { isRepeat, ...set }: Publishing,
  publisher: Publisher,
): Promise<void> {
  const changes = undone.flatMap((one) => changeOfUndone(one, isRepeat));
  const kinds = new Set(changes.map(({ kind }) => kind));
  if (changes.length === 0 || !(await publisher.hasSubscribers(set.siteId, [...kinds]))) return;
  await publisher.publish(set, async () => changes);
}

function changeOfUndone({ touched, outcome, stored, write }: Undone, isRepeat: boolean): Change[] {
  if (outcome === 'reversed' && write) return [changeOf(write, stored)];
  if (!stored || outcome === 'failed') return [];
  // Others who wrote it since may have written over what this undo had put back: an event too many does no harm.
  if (outcome === 'kept' && !isRepeat) return [];
  return [changeMadeEarlier(stored, touched.steps)];
}

/** Which fields were restored is unknown by now, so every field that the import may have changed is published as it is. */
function changeMadeEarlier(stored: StoredRecord, steps: Undone['touched']['steps']): Change {
  const names = new Set(
    steps.flatMap(({ before, changes }) => [...Object.keys(before?.fields ?? {}), ...Object.keys(changes)]),
  );
  const wasDeleted = steps.some(({ action }) => action === 'delete');
  const action = stored.deleted ? 'delete' : wasDeleted ? 'create' : 'update';
  return { ...versionOf(stored), event: eventOf(stored, action, [...names]) };
}
