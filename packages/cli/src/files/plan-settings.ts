import { readFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  readProfile,
  resolveSettings,
  settingsOfProfile,
  type InboxPlace,
  type Profile,
  type Settings,
} from '@sluice/import-plan';
import { meantBy } from '@sluice/contract';
import { CliError } from '../io/cli-error.ts';
import { printable } from '@sluice/contract/words';

import { findBuckets, type Buckets } from '../system/drop-bucket.ts';
import type { Folder } from './inbox-key.ts';
import { namesKept } from './kept-names.ts';
import type { Services } from '../io/services.ts';
import type { SourceFile } from './source-file.ts';

/**
 * The settings for a file in this folder of the inbox. A profile is the path of a JSON file, or the name of one in the running
 * system.
 * @throws CliError `usage` with what was expected
 */
export async function planSettings(folder: Folder, file: string, services: Services): Promise<Settings> {
  const fileName = basename(file);
  if (!('profile' in folder)) return resolved({ kind: 'direct', ...folder, fileName });
  const isPath = folder.profile.endsWith('.json');
  const name = isPath ? basename(folder.profile, '.json') : folder.profile;
  const json = await (isPath ? profileFile(folder.profile, services) : keptProfile(name, services));
  const profile = await readProfile(name, json);
  if (profile.kind === 'refused')
    throw new CliError('usage', `--profile ${folder.profile}: ${profile.reason}`);
  return resolved({ kind: 'profile', profile: name, fileName, folder: folderOf(file) }, profile.profile);
}

/** The folder as it is in the path; blank for one that has none, or that goes up. */
function folderOf(path: string): string {
  return basename(dirname(path)).replace(/^\.+$/u, '');
}

/**
 * The settings that a profile gives to every file dropped with it.
 * @throws CliError `usage` when the file has no name of a profile, or with what is wrong in it
 */
export async function settingsOfFile(
  file: SourceFile,
): Promise<{ readonly name: string; readonly settings: Settings }> {
  const [, name] = /^([^/]+)\.json$/u.exec(file.name) ?? [];
  if (name === undefined)
    throw new CliError('usage', `${printable(file.name)} is no profile. Expected a file <name>.json.`);
  return { name, settings: await settingsToSave(name, await readFile(file.path, 'utf8')) };
}

/** @throws CliError `usage` with what is wrong in the text of a profile that is about to be saved */
export async function settingsToSave(name: string, json: string): Promise<Settings> {
  const result = await settingsOfProfile(name, json);
  if (result.kind === 'refused')
    throw new CliError('usage', `${printable(result.reason)} Nothing was saved.`);
  return result.settings;
}

function resolved(place: InboxPlace, profile?: Profile): Settings {
  const result = resolveSettings(place, profile);
  if (result.kind === 'refused') throw new CliError('usage', result.reason);
  return result.settings;
}

async function profileFile(path: string, { cwd }: Services): Promise<string> {
  return readFile(resolve(cwd, path), 'utf8').catch((error: unknown) => {
    throw new CliError(
      'usage',
      `--profile ${printable(path)}: there is no such file, or it may not be read.`,
      {
        cause: error,
      },
    );
  });
}

async function keptProfile(name: string, services: Services): Promise<string> {
  const buckets = await findBuckets(services);
  try {
    const bytes = await buckets.readDropped(profileKey(name));
    if (bytes !== undefined) return await text(bytes);
    const expected = "Expected the name of one, or the path of a profile's JSON file.";
    throw await unknownProfile({ name, expected }, buckets);
  } finally {
    buckets.close();
  }
}

/** @throws CliError `usage` when the running system has no profile of this name */
export async function checkSavedProfile(name: string, buckets: Buckets): Promise<void> {
  if (await buckets.lacksDropped(profileKey(name)))
    throw await unknownProfile({ name, expected: 'Expected the name of one.' }, buckets);
}

export const profileKey = (name: string): string => `profiles/${name}.json`;

async function unknownProfile(
  { name, expected }: Record<'name' | 'expected', string>,
  buckets: Pick<Buckets, 'keysBelow'>,
): Promise<CliError> {
  const near = meantBy(name, await namesKept('profile', buckets));
  const meant = near === undefined ? expected : `Did you mean ${near}?`;
  return new CliError('usage', `--profile ${name}: the running system has no such profile. ${meant}`);
}
