import { isJsonObject, parseJson } from '@sluice/contract';
import { keyOfMigration } from '@sluice/ledger/migrations';
import { CliError } from '../io/cli-error.ts';
import type { Services } from '../io/services.ts';
import { findBuckets, type Buckets } from '../system/drop-bucket.ts';
import { printable } from '@sluice/contract/words';

import { unknownKept, type Kept } from './kept-names.ts';
import { profileKey } from './plan-settings.ts';

const keyOf = { profile: profileKey, migration: keyOfMigration };

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
    const key = keyOf[kind](name);
    const saved = await buckets.readProfile(key);
    if (saved === undefined) throw await unknownKept({ kind, name }, buckets);
    if (act !== 'rm') return { kind, name, act, isNew: await setPaused({ key, ...saved }, act, buckets) };
    await buckets.removeDropped(key);
    return { kind, name, act, isNew: true };
  } finally {
    buckets.close();
  }
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
