import type { LedgerEvent } from '../history/event.ts';

/** What runs are found by, besides the time at which they started. */
export const findables = ['status', 'schema', 'dropper', 'hash', 'importId'] as const;
export type Findable = (typeof findables)[number];

/** A fact of a run, by which it is found. */
export interface Fact {
  readonly name: Findable;
  readonly value: string;
}

/** Which field of which event tells a fact. */
const tells: Readonly<Record<string, readonly [Findable, string]>> = {
  'run begun': ['dropper', 'droppedBy'],
  'run settingsKnown': ['schema', 'schema'],
  'run read': ['hash', 'sha256'],
  'run rejected': ['hash', 'sha256'],
  'submission accepted': ['importId', 'importId'],
  'submission decided': ['importId', 'importId'],
};

/**
 * The fact that an event brings. Its line is the entry by which the run is found from then on, so that finding costs no write but the
 * index's own.
 */
export function factIn({ subject, type, data }: LedgerEvent): Fact | undefined {
  const told = tells[`${subject === 'run' ? 'run' : 'submission'} ${type}`];
  const value = told && data[told[1]];
  return told && typeof value === 'string' ? { name: told[0], value } : undefined;
}
