import { draftOf, type Draft } from '../browser/drop/state/draft.ts';

/** A draft of a profile of clients with these settings. */
export function draftFor(profile: Readonly<Record<string, unknown>>): Draft {
  const draft = draftOf(JSON.stringify({ schema: 'client', lookup: 'email', ...profile }));
  if (draft === undefined) throw new Error('no draft');
  return draft;
}
