import type { RunStatus } from '@sluice/ledger';
import type { Fault } from './effects.ts';
import type { World, WorldOptions } from './world.ts';

/** A run of a scenario, and how it may have ended. */
export interface Expected {
  readonly runId: string;
  readonly ends: readonly RunStatus[];
}

/** What a person would see, small enough to be played again for every fault that there can be. */
export interface Scenario {
  readonly name: string;
  readonly options: WorldOptions;
  /** Faults that no client can mend, with the reason beside them. */
  readonly beyond?: (fault: Fault) => boolean;
  /** Plays it, and returns its runs and how each may end. */
  readonly play: (world: World) => Promise<Expected[]>;
}

export const inbox = 'inbox/members/new clients.csv';
export const other = 'inbox/members/the same again.csv';

export const sheet = (...rows: readonly string[]) => ['email,name', ...rows, ''].join('\r\n');
export const row = (name: string) => `${name}@example.com,Canary ${name}`;
export const good = sheet(row('a'), row('b'), row('c'));

export function settings(world: World, more: object = {}): void {
  world.profile({ schema: 'client', lookup: 'email', batchSize: 2, emails: ['team@example.com'], ...more });
}

export async function one(world: World, text: string, ends: Expected['ends']): Promise<Expected[]> {
  const runId = world.drop(inbox, text);
  await world.settle();
  return [{ runId, ends }];
}
