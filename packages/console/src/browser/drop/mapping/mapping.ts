import type { Choice } from '@sluice/import-plan/suggest';
import type { Place, Proposed } from '../../worker/messages.ts';
import { profileNameOf } from '../folder.ts';

/** A profile that is made on this page, and not saved yet. */
export interface Mapping {
  readonly text: string;
  /** Under which it will be saved. */
  readonly name: string;
  /** Of the version that is changed; absent for a new profile. */
  readonly etag?: string | undefined;
  /** What was proposed for each column at first. */
  readonly choices: readonly Choice[];
  /** Whether every column was certain. */
  readonly certain: boolean;
}

export const proposedMapping = (
  { text, choices, certain }: Pick<Proposed, 'text' | 'choices' | 'certain'>,
  name: string,
): Mapping => ({
  text,
  name,
  choices,
  certain,
});

interface Known {
  readonly place: Place | undefined;
  readonly proposed: Proposed | undefined;
  readonly fileName: string;
}

/** A change of the profile that was read, or a new one, with what was proposed for the columns. */
export function newMapping({ place, proposed, fileName }: Known): Mapping {
  const nothing = { choices: [], certain: false };
  if (place?.kind === 'profile' && place.etag !== undefined) {
    const { name, text, etag } = place;
    return { ...proposedMapping({ ...nothing, text, ...proposed }, name), etag };
  }
  const { schema, lookup } = place?.kind === 'direct' ? place : { schema: 'client', lookup: 'email' };
  const text = JSON.stringify({ schema, lookup });
  return proposedMapping({ ...nothing, text, ...proposed }, profileNameOf(fileName));
}
