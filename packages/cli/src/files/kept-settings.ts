import { isJsonObject, parseJson } from '@sluice/contract';
import { keyOfMigration, migrationOfKey } from '@sluice/migrations';
import { CliError } from '../cli-error.ts';
import type { Services } from '../io/services.ts';
import { commandLine } from '../io/shell.ts';
import { findBuckets, type Buckets } from '../system/drop-bucket.ts';
import { printable } from '@sluice/mail/words';

import { profileKey } from './plan-settings.ts';

/** What is kept by name in the drop bucket. */
export const keptKinds = {
  profile: { folder: 'profiles/', keyOf: profileKey, nameOf: profileOfKey },
  migration: { folder: 'migrations/', keyOf: keyOfMigration, nameOf: migrationOfKey },
} as const;
export type KeptKind = keyof typeof keptKinds;

function profileOfKey(key: string): string | undefined {
  return /^profiles\/([^/]+)\.json$/u.exec(key)?.[1];
}

export interface Kept {
  readonly kind: KeptKind;
  readonly name: string;
}
export type KeptAct = 'rm' | 'pause' | 'resume';

/** What was done to it; `isNew` is false if it was so before. */
export interface KeptOutcome extends Kept {
  readonly act: KeptAct;
  readonly isNew: boolean;
}

/**
 * Removes a profile or a migration, or changes whether it is paused.
 * @throws CliError `usage` when there is none of this name, `failed` when somebody changes it at the same time
 */
export async function actOnKept(
  { kind, name }: Kept,
  act: KeptAct,
  services: Services,
): Promise<KeptOutcome> {
  const buckets = await findBuckets(services);
  try {
    const key = keptKinds[kind].keyOf(name);
    const saved = await buckets.readProfile(key);
    if (saved === undefined) throw noneNamed({ kind, name });
    if (act !== 'rm') return { kind, name, act, isNew: await setPaused({ key, ...saved }, act, buckets) };
    await buckets.removeDropped(key);
    return { kind, name, act, isNew: true };
  } finally {
    buckets.close();
  }
}

function noneNamed({ kind, name }: Kept): CliError {
  const list = commandLine(`${kind}s`);
  return new CliError(
    'usage',
    `There is no ${kind} ${printable(name)}. Expected a name that \`${list}\` shows.`,
  );
}

interface Saved {
  readonly key: string;
  readonly text: string;
  readonly etag: string | undefined;
}

async function setPaused(
  { key, text, etag }: Saved,
  act: 'pause' | 'resume',
  buckets: Buckets,
): Promise<boolean> {
  const json = parseJson(text.replace(/^\ufeff/u, ''));
  if (!isJsonObject(json))
    throw new CliError('failed', `${printable(key)} is not JSON. Save it again first.`);
  const { paused, ...rest } = json;
  if ((paused === true) === (act === 'pause')) return false;
  const changed = act === 'pause' ? { ...rest, paused: true } : rest;
  if (await buckets.saveProfile({ key, text: `${JSON.stringify(changed, null, 2)}\n`, etag })) return true;
  throw new CliError(
    'failed',
    `Somebody has changed ${printable(key)} at the same time. Nothing was saved; try again.`,
  );
}
