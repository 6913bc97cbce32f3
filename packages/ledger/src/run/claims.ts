import { createHash } from 'node:crypto';
import type { Run } from './schemas.ts';

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
