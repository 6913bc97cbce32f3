import { createHash } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const length = 26;

/** 26 lower-case letters and digits, the same for ever for the same parts. */
function idOf(parts: readonly (string | number | null)[]): string {
  // As JSON, so that no two lists of parts read alike.
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest();
  let bits = BigInt(`0x${hash.toString('hex')}`);
  let id = '';
  while (id.length < length) {
    id += alphabet.charAt(Number(bits % 32n));
    bits /= 32n;
  }
  return id;
}

/** What a run is of: an object version, and, where a migration began it, the step that did. */
export interface RunSource {
  readonly bucket: string;
  readonly key: string;
  readonly versionId: string;
  readonly migration?:
    { readonly migrationId: string; readonly step: number; readonly sheet?: string | undefined } | undefined;
}

/**
 * The id of the run of one object version, the same for ever (invariant 8). Each step of each migration has runs of its own: what it
 * imports may have been imported before.
 */
export function runIdOf({ bucket, key, versionId, migration }: RunSource): string {
  if (migration === undefined) return idOf([bucket, key, versionId]);
  const { migrationId, step, sheet } = migration;
  return idOf(['migration', migrationId, step, bucket, key, versionId, sheet ?? null]);
}

/** A missed, late or doubled start is the same migration. `scheduledAt` in any spelling of the instant. */
export function migrationIdOf(name: string, scheduledAt: string): string {
  return idOf(['migration', name, new Date(scheduledAt).toISOString()]);
}
