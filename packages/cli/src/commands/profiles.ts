import { readProfile } from '@sluice/import-plan';
import { CliError } from '../io/cli-error.ts';
import type { Command } from '../command/command.ts';
import { keptPlaces } from '../files/kept-names.ts';
import type { Services } from '../io/services.ts';
import { commandLine } from '../io/shell.ts';
import { findBuckets } from '../system/drop-bucket.ts';
import { printable } from '@sluice/contract/words';
import { underHeadings, type Lines } from '../io/columns.ts';

interface ProfileShown {
  readonly name: string;
  readonly schema?: string;
  readonly lookup?: string;
  readonly approval?: string;
  readonly paused?: boolean;
  /** What is wrong in its file. */
  readonly problem?: string;
}

/** The profiles of the running system, by name. */
async function profiles(_options: object, services: Services): Promise<ProfileShown[]> {
  const buckets = await findBuckets(services);
  try {
    const { folder, nameOf } = keptPlaces.profile;
    const keys = await buckets.keysBelow(folder);
    if (keys === undefined) throw new CliError('refused', 'You may not list the profiles of this bucket.');
    const shown = await Promise.all(
      keys.map(async (key) => {
        const name = nameOf(key);
        const text = name === undefined ? undefined : (await buckets.readProfile(key))?.text;
        return name === undefined || text === undefined ? [] : [await profileShown(name, text)];
      }),
    );
    return shown.flat();
  } finally {
    buckets.close();
  }
}

async function profileShown(name: string, text: string): Promise<ProfileShown> {
  const read = await readProfile(name, text);
  if (read.kind === 'refused') return { name, problem: read.reason };
  const { schema, lookup, approval, paused } = read.profile;
  return { name, schema, lookup, approval, paused };
}

function profilesText(list: readonly ProfileShown[]): Lines {
  if (list.length === 0) return [`No profiles. Save one with: ${commandLine('profile', 'FILE')}`];
  const rows = list.map(({ name, schema = '', lookup = '', approval = '', paused, problem }) => [
    printable(name),
    problem === undefined ? schema : printable(problem),
    lookup,
    approval === 'ask' ? 'a person approves' : '',
    paused === true ? 'paused' : '',
  ]);
  return underHeadings(['profile', 'schema', 'lookup', 'approval', 'state'], rows);
}

export const command: Command<object, ProfileShown[]> = { run: profiles, text: profilesText };
