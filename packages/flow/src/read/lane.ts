import { importSchema } from '@sluice/contract';
import type { Run } from '@sluice/ledger';

/**
 * Where a run writes: a target and a collection, by which runs take turns (invariant 9). `client` and `professional` are one collection; a
 * schema that is not ours is one of its own.
 */
export function laneOf({ target, schema = '' }: Pick<Run, 'target' | 'schema'>): string {
  return `${target} ${importSchema(schema)?.collection ?? schema}`;
}
