import { keyOfMigration, readDefinition, type ReadDefinition } from '@sluice/ledger/migrations';
import type { Clock, Files } from '../ports.ts';

export interface DefinitionServices {
  /** The drop bucket. */
  readonly drops: Pick<Files, 'get'>;
  readonly now: Clock;
}

/** The file of a migration as it is now; undefined if there is none. */
export async function currentDefinition(
  name: string,
  { drops, now }: DefinitionServices,
): Promise<ReadDefinition | undefined> {
  const text = await drops.get(keyOfMigration(name));
  return text === undefined ? undefined : readDefinition(name, text, now());
}
