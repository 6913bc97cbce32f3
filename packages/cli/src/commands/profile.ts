import type { ApprovalRule } from '@sluice/import-plan';
import { printable } from '@sluice/contract/words';

import type { Command } from '../command/command.ts';
import { findBuckets } from '../system/drop-bucket.ts';
import { checkNewProfile } from '../files/kept-names.ts';
import { profileKey, settingsOfFile } from '../files/plan-settings.ts';
import { commandLine } from '../io/shell.ts';
import type { Services } from '../io/services.ts';
import { sourceFile } from '../files/source-file.ts';

interface ProfileOptions {
  /** `<name>.json`. */
  readonly file: string;
}

interface SavedProfile extends ApprovalRule {
  readonly name: string;
  readonly key: string;
  readonly versionId: string;
  readonly schema: string;
  readonly lookup: string;
  readonly invalidRows: 'stop' | 'skip';
}

/** Validates a profile, and saves it in the drop bucket. */
async function profile({ file }: ProfileOptions, services: Services): Promise<SavedProfile> {
  const source = await sourceFile(services.cwd, file, 'a profile, <name>.json');
  const { name, settings } = await settingsOfFile(source);
  const key = profileKey(name);
  const buckets = await findBuckets(services);
  try {
    await checkNewProfile(name, buckets);
    const versionId = await buckets.upload({ file: source.path, key }, () => undefined);
    const { schema, lookup, invalidRows, approvalRule } = settings;
    return { name, key, versionId, schema: schema.name, lookup, invalidRows, ...approvalRule };
  } finally {
    buckets.close();
  }
}

function text({ name, key, schema, lookup, approval, guardRails, secondPerson }: SavedProfile): string[] {
  const rails = Object.keys(guardRails).length;
  return [
    `Saved as ${printable(key)}: ${schema}, found by ${lookup}.`,
    ...(approval === 'ask' ? ['A person approves every run.'] : []),
    ...(approval === 'auto' && rails > 0 ? ['A person approves runs that go beyond its guard rails.'] : []),
    ...(secondPerson ? ['Nobody approves a file that they dropped or corrected themselves.'] : []),
    `Drop a sheet with it: ${commandLine('drop', 'FILE', '--profile', name)}`,
  ];
}

export const command: Command<ProfileOptions, SavedProfile> = {
  run: profile,
  text,
};
