import { sha256 as hashOf } from '@sluice/aws-kit/hash-chain';
import type { Run } from '../model/run.ts';
import { isEnded, isReleased } from '../model/status.ts';

/**
 * Two drops are the same if they have the same target, schema, lookup, settings and bytes. Undefined until the sheet was read.
 */
export function contentOf(run: Run): string | undefined {
  const { target, schema, lookup, settings, sha256 } = run;
  if (schema === undefined || lookup === undefined || sha256 === undefined) return undefined;
  // JSON keeps the parts apart, so that different contents have different hashes.
  return hashOf(JSON.stringify([target, schema, lookup, settings ?? null, sha256]));
}

/**
 * Whether the run would only repeat what the last writer of its lane has written: then it ends as its duplicate. A run that is
 * undone, also in part by an operator, and one that was asked to import again, write in any case.
 */
export function repeats(run: Run, lastWriter: Run): boolean {
  if (run.again === true || run.status === 'undoing' || run.reverts !== undefined) return false;
  const content = contentOf(run);
  const { status, reverts } = lastWriter;
  // What an operator has undone of it is no longer in the records.
  const hasLanded = isEnded(status) && !isReleased(status) && reverts === undefined;
  return hasLanded && content !== undefined && content === contentOf(lastWriter);
}
