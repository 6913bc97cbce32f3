import { importFlags, nextImportState, type ImportEvent } from '@sluice/contract';
import type { ImportItem } from '../store/import-item.ts';

/** The import after an event, by the table of states (invariant 17). A new state resets the attempts. */
export function moved(item: ImportItem, event: ImportEvent, changes: Partial<ImportItem> = {}): ImportItem {
  const state = nextImportState[item.state][event];
  if (state === undefined) {
    throw new TypeError(`An import that is ${item.state} cannot take the event ${event}.`);
  }
  return { ...item, attempts: 0, ...changes, state };
}

export const isDone = ({ state, dryRun }: ImportItem): boolean => importFlags(state, dryRun).done;

/** The changes at the end of an import: no lease, and its duration. */
export function ended(item: ImportItem, now: Date): Partial<ImportItem> {
  const duration = Math.max(0, now.getTime() - Date.parse(item.createdDate));
  return { owner: null, leaseUntil: null, duration };
}
