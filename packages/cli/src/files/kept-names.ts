import { isAlike, schemaNames, whyNotPlain } from '@sluice/contract';
import { printable } from '@sluice/contract/words';
import { migrationOfKey } from '@sluice/ledger/migrations';
import { CliError } from '../io/cli-error.ts';
import { commandLine } from '../io/shell.ts';
import type { Buckets } from '../system/drop-bucket.ts';
import { unknownName } from '../io/unknown-name.ts';

export type KeptKind = 'profile' | 'migration';

export interface Kept {
  readonly kind: KeptKind;
  readonly name: string;
}

/** Where what is kept by name is in the drop bucket. */
export const keptPlaces = {
  profile: { folder: 'profiles/', nameOf: profileOfKey },
  migration: { folder: 'migrations/', nameOf: migrationOfKey },
} as const;

function profileOfKey(key: string): string | undefined {
  return /^profiles\/([^/]+)\.json$/u.exec(key)?.[1];
}

type Listing = Pick<Buckets, 'keysBelow'>;

/** The names that are taken; none for somebody who may not list them. */
export async function namesKept(kind: KeptKind, buckets: Listing): Promise<string[]> {
  const { folder, nameOf } = keptPlaces[kind];
  return ((await buckets.keysBelow(folder)) ?? []).flatMap((key) => nameOf(key) ?? []);
}

/** For a name that nothing has: with the one that was meant, else the command that lists all. */
export async function unknownKept({ kind, name }: Kept, buckets: Listing): Promise<CliError> {
  const known = await namesKept(kind, buckets);
  return unknownName(`There is no ${kind} ${name}`, { name, known, list: commandLine(`${kind}s`) });
}

/** One that is there keeps its name. @throws CliError `usage` for the name of a new profile that could be taken for another one */
export async function checkNewProfile(name: string, buckets: Listing): Promise<void> {
  const known = await namesKept('profile', buckets);
  if (known.includes(name)) return;
  const taken = [...known, ...schemaNames].find((one) => isAlike(one, name));
  const why = whyNotPlain(name) ?? (taken && `expected one that nobody can take for ${printable(taken)}`);
  if (why === undefined) return;
  throw new CliError('usage', `${printable(name)} as the name of a profile: ${why}. Nothing was saved.`);
}
