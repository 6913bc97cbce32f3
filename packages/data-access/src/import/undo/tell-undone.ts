import type { Announcer } from '../../webhooks/announcer.ts';
import { changeOf, eventOf, versionOf, type Change } from '../../webhooks/change-set.ts';
import type { StoredRecord } from '../../store/record.ts';
import type { Undone } from './undone.ts';

interface Telling {
  readonly siteId: string;
  readonly changeSetId: string;
  readonly date: Date;
  /** Whether others may have written some of it, and died before they told. */
  readonly isRepeat: boolean;
}

/** Has webhooks told of what a chunk of an undo wrote, before the undo goes on (invariant 18). */
export async function tellUndone(
  undone: readonly Undone[],
  { isRepeat, ...set }: Telling,
  announcer: Announcer,
): Promise<void> {
  const changes = undone.flatMap((one) => changeOfUndone(one, isRepeat));
  const kinds = new Set(changes.map(({ kind }) => kind));
  if (changes.length === 0 || !(await announcer.hears(set.siteId, [...kinds]))) return;
  await announcer.announce(set, async () => changes);
}

function changeOfUndone({ touched, outcome, stored, write }: Undone, isRepeat: boolean): Change[] {
  if (outcome === 'reversed' && write) return [changeOf(write, stored)];
  if (!stored || outcome === 'failed') return [];
  // Others who wrote it since may have written over what this undo had put back: an event too many does no harm.
  if (outcome === 'kept' && !isRepeat) return [];
  return [changeMadeEarlier(stored, touched.steps)];
}

/** Which fields were put back is not known any more, so all that the import may have changed are told as they are now. */
function changeMadeEarlier(stored: StoredRecord, steps: Undone['touched']['steps']): Change {
  const names = new Set(
    steps.flatMap(({ before, changes }) => [...Object.keys(before?.fields ?? {}), ...Object.keys(changes)]),
  );
  const wasDeleted = steps.some(({ action }) => action === 'delete');
  const action = stored.deleted ? 'delete' : wasDeleted ? 'create' : 'update';
  return { ...versionOf(stored), event: eventOf(stored, action, [...names]) };
}
