import { readInboxKey, readProfile, resolveSettings, type Settings } from '@sluice/import-plan';
import type { Run } from '@sluice/ledger';
import type { Files } from './ports.ts';
import { runKeys } from './run-objects.ts';

export type FoundSettings =
  | { readonly kind: 'settings'; readonly settings: Settings }
  | { readonly kind: 'refused'; readonly reason: string };

export interface SettingsServices {
  readonly drops: Pick<Files, 'get'>;
  readonly files: Pick<Files, 'get' | 'putOnce'>;
}

/** The settings that rule a drop, out of its place in the inbox and the profile that the place names. */
export async function settingsOf({ runId, key }: Run, services: SettingsServices): Promise<FoundSettings> {
  const place = readInboxKey(key);
  if (place.kind !== 'profile') return resolveSettings(place);
  const text = await profileText(runId, place.profile, services);
  if (text === undefined) return resolveSettings(place);
  const parsed = readProfile(place.profile, text);
  return parsed.kind === 'refused' ? parsed : resolveSettings(place, parsed.profile);
}

/** The profile as the run found it first: one that is changed meanwhile rules the next drop, not half of this one. */
async function profileText(
  runId: string,
  name: string,
  { drops, files }: SettingsServices,
): Promise<string | undefined> {
  const kept = await files.get(runKeys.profile(runId));
  if (kept !== undefined) return kept;
  const current = await drops.get(`profiles/${name}.json`);
  return current === undefined ? undefined : files.putOnce(runKeys.profile(runId), current);
}

/** How the file of a run was read, to read it the same once more. */
export async function readingOf(
  { runId, key }: Pick<Run, 'runId' | 'key'>,
  files: Pick<Files, 'get'>,
): Promise<Settings['reading']> {
  const place = readInboxKey(key);
  const text = place.kind === 'profile' ? await files.get(runKeys.profile(runId)) : undefined;
  const parsed =
    place.kind === 'profile' && text !== undefined ? readProfile(place.profile, text) : undefined;
  return parsed?.kind === 'profile' ? parsed.profile.reading : {};
}
