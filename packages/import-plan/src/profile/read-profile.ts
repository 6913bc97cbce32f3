import { loadCel } from '#platform';
import { loadLibraries } from '../transforms/libraries.ts';
import { parseProfile, type ParsedProfile, type Profile } from './profile.ts';
import { resolveSettings, type Resolved } from './settings.ts';

/** Reads the text of `profiles/<name>.json`, and loads what its transforms need. */
export async function readProfile(name: string, text: string): Promise<ParsedProfile> {
  const parsed = parseProfile(name, text);
  if (parsed.kind === 'profile') {
    const { transforms, records = [] } = parsed.profile;
    const all = [transforms, ...records.map((record) => record.transforms)];
    if (hasExpressions(parsed.profile)) await loadCel();
    await loadLibraries(all.flatMap((lists) => Object.values(lists ?? {})).flat());
  }
  return parsed;
}

const hasExpressions = ({ rows, compute, records = [] }: Profile): boolean =>
  rows.when !== undefined ||
  [compute, ...records.map((record) => record.compute)].some(
    (fields) => Object.keys(fields ?? {}).length > 0,
  );

/** The settings that the text of a profile gives to every file dropped with it. */
export async function settingsOfProfile(name: string, text: string): Promise<Resolved> {
  const read = await readProfile(name, text);
  return read.kind === 'refused'
    ? read
    : resolveSettings({ kind: 'profile', profile: name, fileName: '' }, read.profile);
}
