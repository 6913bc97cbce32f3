import { createHash } from 'node:crypto';
import { limits } from '@sluice/contract';
import type { ImportItem } from '../store/import-item.ts';
import type { Store } from '../store/store.ts';
import type { RecordSets } from './import-request.ts';

/** By which record sets are known again: they are the same when their JSON is. */
export const digestOf = (recordSets: RecordSets): string =>
  createHash('sha256').update(JSON.stringify(recordSets)).digest('base64url');

interface Noting {
  readonly store: Store;
  readonly now: () => Date;
}

/** Remembers a dry run that ends valid: the import of the same record sets is compared with it. */
export async function noteDryRun(
  { siteId, importId }: ImportItem,
  digest: string,
  { store, now }: Noting,
): Promise<void> {
  const expires = Math.floor(now().getTime() / 1000) + limits.dryRunDays * 24 * 3600;
  await store.dryRuns.note({ siteId, digest, importId, expires });
}

/** The dry run by which an import is measured. */
export async function dryRunOf(
  { siteId, importId }: ImportItem,
  digest: string,
  { store, now }: Noting,
): Promise<string | null> {
  const found = await store.dryRuns.find(siteId, digest, now());
  // One that was sent later promised nothing to this one.
  return found !== undefined && found < importId ? found : null;
}
