import type { Choice } from '@sluice/import-plan/suggest';
import type { Place, Proposed, SchemaOfSheet } from '../../worker/messages.ts';
import { profileNameOf } from './folder.ts';
import { isSame } from './draft.ts';

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
  /** Of the sheet, and all fields of each schema. */
  readonly header: readonly string[];
  readonly schemas: readonly Pick<SchemaOfSheet, 'name' | 'fields'>[];
}

/** A change of the profile that was read, or a new one, with what was proposed for the columns. */
export function newMapping({ place, proposed, fileName, header, schemas }: Known): Mapping {
  const nothing = { choices: [], certain: false };
  if (place?.kind === 'profile' && place.etag !== undefined) {
    const { name, text, etag } = place;
    return { ...proposedMapping({ ...nothing, text, ...proposed }, name), etag };
  }
  const { schema, lookup } = place?.kind === 'direct' ? place : { schema: 'client', lookup: 'email' };
  const fields = schemas.find(({ name }) => name === schema)?.fields ?? [];
  const isUnknown = (name: string) => name.trim() !== '' && !fields.some((field) => isSame(field, name));
  // As a proposal does.
  const text = JSON.stringify({ schema, lookup, ignore: header.filter(isUnknown) });
  return proposedMapping({ ...nothing, text, ...proposed }, profileNameOf(fileName));
}
