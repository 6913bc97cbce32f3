import type { LedgerEvent } from '../model/event.ts';

/** The facts by which runs are found, besides their start. */
export type Findable = 'status' | 'schema' | 'dropper' | 'hash' | 'importId';

export interface Fact {
  readonly name: Findable;
  readonly value: string;
}

/** The fact in an event, and its field, by subject and type. */
const factFields: Readonly<Record<string, readonly [Findable, string]>> = {
  'run begun': ['dropper', 'droppedBy'],
  'run settingsKnown': ['schema', 'schema'],
  'run read': ['hash', 'sha256'],
  'run rejected': ['hash', 'sha256'],
  'submission accepted': ['importId', 'importId'],
  'submission decided': ['importId', 'importId'],
};

/**
 * The fact that an event adds to a run. The event's line is itself the entry in the index, so that finding a run costs no
 * write of its own.
 */
export function factIn({ subject, type, data }: LedgerEvent): Fact | undefined {
  const [name, field = ''] = factFields[`${subject === 'run' ? 'run' : 'submission'} ${type}`] ?? [];
  const value = data[field];
  return name !== undefined && typeof value === 'string' ? { name, value } : undefined;
}
