import { session } from './session.ts';

const beginning = 'sluice-drop ';
const own = (): string => `${beginning}${session.value?.person.id ?? ''}`;

/** Under which name this window remembers a drop of this person. A correction of a run stands beside what is dropped first. */
export const nameOf = (corrects?: string): string =>
  corrects === undefined ? own() : `${own()} ${corrects}`;

/** Forgets what this window remembers of drops, with their cells: of everybody, or of all but whoever is signed in. */
export function forgetDrops(whose: 'everybody' | 'others'): void {
  try {
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(beginning) && (whose === 'everybody' || !`${name} `.startsWith(`${own()} `)))
        sessionStorage.removeItem(name);
  } catch {
    // Forbidden in this browser: then it remembers nothing.
  }
}
