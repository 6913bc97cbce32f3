import { createHash } from 'node:crypto';
import type { Run } from './schemas.ts';

/**
 * Two drops are the same if they have the same target, schema, lookup, settings and bytes. Undefined until the sheet was read.
 */
export function contentOf(run: Run): string | undefined {
  const { target, schema, lookup, settings, sha256 } = run;
  if (schema === undefined || lookup === undefined || sha256 === undefined) return undefined;
  // JSON keeps the parts apart, so that different contents have different hashes.
  return createHash('sha256')
    .update(JSON.stringify([target, schema, lookup, settings ?? null, sha256]))
    .digest('hex');
}
