import { importFlags, nextImportState, type ImportEvent } from '@sluice/contract';
import type { ImportItem } from '../store/import-item.ts';

/** The import after an event, as the table of states has it (invariant 17). Moving on clears the count of attempts. */
export function moved(item: ImportItem, event: ImportEvent, changes: Partial<ImportItem> = {}): ImportItem {
  const state = nextImportState[item.state][event];
  if (state === undefined) {
    throw new TypeError(`An import that is ${item.state} cannot take the event ${event}.`);
  }
  return { ...item, attempts: 0, ...changes, state };
}

export const isDone = ({ state, dryRun }: ImportItem): boolean => importFlags(state, dryRun).done;

/** The end of an import: nobody owns it any more, and its duration is known. */
export function ended(item: ImportItem, now: Date): Partial<ImportItem> {
  const duration = Math.max(0, now.getTime() - Date.parse(item.createdDate));
  return { owner: null, leaseUntil: null, duration };
}
