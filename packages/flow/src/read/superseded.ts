import { runIdOf, type Ledger, type Run } from '@sluice/ledger';
import type { Files } from '../ports.ts';

/**
 * Which run has read a newer version of the file, if its began before this one did: what came late would put the records back to
 * what they were. Decided by what cannot change any more, so that a repeat after a crash decides the same.
 */
export async function supersededBy(
  run: Run,
  { drops, ledger }: { readonly drops: Pick<Files, 'about'>; readonly ledger: Pick<Ledger, 'run'> },
): Promise<string | undefined> {
  // Which versions a migration takes is settled when its step begins.
  if (run.migration !== undefined) return undefined;
  const current = await drops.about({ key: run.key });
  if (current?.versionId === undefined || current.versionId === run.versionId) return undefined;
  const newer = await ledger.run(runIdOf({ ...run, versionId: current.versionId }));
  return newer !== undefined && newer.startedAt < run.startedAt ? newer.runId : undefined;
}
