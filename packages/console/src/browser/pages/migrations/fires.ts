import type { DefinitionJson } from '@sluice/ledger/views';
import { printable } from '@sluice/contract/words';

interface Fire {
  /** ISO 8601, in UTC. */
  readonly at: string;
  readonly name: string;
  readonly timeZone: string;
  /** The names of its steps, in their order. */
  readonly steps: string;
}

interface Fires {
  /** In order of time. */
  readonly fires: readonly Fire[];
  /** Migrations that start more often than the system lists. */
  readonly cut: readonly { readonly name: string; readonly count: number }[];
}

/** So many starts of a migration are listed. */
const mostListed = 100;

/** All starts of all migrations that their schedules bring. */
export function firesOf(definitions: readonly DefinitionJson[]): Fires {
  const fires = definitions.flatMap(({ name, timeZone = 'UTC', upcoming = [], plannedSteps = [] }) => {
    const steps = plannedSteps.map((step) => printable(step.name ?? step.source ?? '')).join(', ');
    return upcoming.map((at) => ({ at, name, timeZone, steps }));
  });
  return {
    fires: fires.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)),
    cut: definitions.flatMap(({ name, upcoming = [] }) =>
      upcoming.length >= mostListed ? { name, count: upcoming.length } : [],
    ),
  };
}
