import { sha256 } from '@sluice/aws-kit/hash-chain';
import type { OfMigration } from '../model/of-migration.ts';
import type { NewRun } from '../model/run.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const length = 26;

/** 26 lower-case letters and digits, always the same for the same parts. */
function idOf(parts: readonly (string | number | null)[]): string {
  // JSON keeps the parts apart, so that different lists have different ids.
  const hash = Buffer.from(sha256(JSON.stringify(parts)), 'hex');
  let [id, bits, left] = ['', 0, 0];
  for (const byte of hash.reverse()) {
    bits |= byte << left;
    for (left += 8; left >= 5; left -= 5, bits >>= 5) id += alphabet.charAt(bits & 31);
  }
  return id.slice(0, length);
}

/** The source of a run: an object version and, if a migration began the run, its step. */
export interface RunSource extends Pick<NewRun, 'bucket' | 'key' | 'versionId'> {
  readonly migration?: Pick<OfMigration, 'migrationId' | 'step' | 'sheet'> | undefined;
}

/**
 * The id of the run of one object version, always the same (invariant 8). Each step of each migration has runs of its own,
 * because it may import the same object again.
 */
export function runIdOf({ bucket, key, versionId, migration }: RunSource): string {
  if (migration === undefined) return idOf([bucket, key, versionId]);
  const { migrationId, step, sheet } = migration;
  return idOf(['migration', migrationId, step, bucket, key, versionId, sheet ?? null]);
}

/** The id of the upload of an object version, which a run of it does not have. */
export const uploadIdOf = ({ bucket, key, versionId }: Omit<RunSource, 'migration'>): string =>
  idOf(['upload', bucket, key, versionId]);

/** A missed, late or doubled start has the same id. `scheduledAt` in any notation of the time. */
export function migrationIdOf(name: string, scheduledAt: string): string {
  return idOf(['migration', name, new Date(scheduledAt).toISOString()]);
}
