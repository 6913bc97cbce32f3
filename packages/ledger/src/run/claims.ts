import { createHash } from 'node:crypto';
import type { Run, RunStatus } from './schemas.ts';

/**
 * What makes two drops the same: where their records go, of which schema and lookup, under which settings, and their bytes.
 * Undefined until the sheet was read.
 */
export function contentOf(run: Run): string | undefined {
  const { target, schema, lookup, settings, sha256 } = run;
  if (schema === undefined || lookup === undefined || sha256 === undefined) return undefined;
  // As JSON, so that no two contents read alike.
  return createHash('sha256')
    .update(JSON.stringify([target, schema, lookup, settings ?? null, sha256]))
    .digest('hex');
}

const released: Record<RunStatus, boolean> = {
  reading: false,
  queued: false,
  checking: false,
  awaiting_approval: false,
  importing: false,
  needs_decision: false,
  undoing: false,
  succeeded: false,
  partly_succeeded: false,
  rejected: true,
  failed: true,
  duplicate: true,
  superseded: true,
  cancelled: true,
  undone: true,
};

/**
 * Whether a run in this status holds its content no more: it wrote none of it, was undone, or was cancelled and is to be dropped
 * again to go on. So nothing need be freed, and no crash can forget to.
 */
export function isReleased(status: RunStatus): boolean {
  return released[status];
}
