import { expect } from 'vitest';
import { breachesOf, breachesOfMigration, isPrivate } from '../simulation/checks.ts';
import { takeLog } from '../simulation/log-lines.ts';
import { sheetOf, staged, type Staged, type Staging } from './staging.ts';

export const client = { schema: 'client', lookup: 'email' };
export const people = (...emails: readonly string[]) =>
  sheetOf('email,name', ...emails.map((email) => `${email},Canary`));
const [a, b, c, d] = ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com'];
export const [first, rest] = [
  { name: 'First', file: 'migrations/people/first.csv', ...client },
  { name: 'Rest', prefix: 'migrations/people/rest/', ...client },
];

/** A migration of three files in two steps. */
export function withSteps(definition: object = {}, staging: Staging = {}) {
  const world = staged(staging);
  world.put(first.file, people(a, b));
  world.put(`${rest.prefix}c.csv`, people(c));
  world.put(`${rest.prefix}d.csv`, people(d));
  define(world, definition);
  return world;
}

export const define = (world: Staged, definition: object) =>
  world.put('migrations/nightly.json', JSON.stringify({ steps: [first, rest], ...definition }));

export async function migrationOf(world: Staged, migrationId: string) {
  const found = await world.migrations.migration(migrationId);
  if (found === undefined) throw new Error('There is no such migration');
  return found;
}

export const runIdsOf = async (world: Staged, migrationId: string) =>
  (await migrationOf(world, migrationId)).steps.flatMap(({ runIds }) => runIds);

/** A migration that ended so and was reported, whose runs leave their notice to it, in a simulation that keeps every invariant. */
export async function expectMigration(world: Staged, migrationId: string, expected: object) {
  await world.settle();
  const migration = await migrationOf(world, migrationId);
  expect(migration).toMatchObject({ notice: { state: 'sent' }, ...expected });
  const runIds = await runIdsOf(world, migrationId);
  for (const runId of runIds)
    expect(await world.runOf(runId)).toMatchObject({ notice: { state: 'byMigration' } });
  expect(world.failures).toEqual([]);
  const breaches = [...(await breachesOf(world, runIds)), ...(await breachesOfMigration(world, migrationId))];
  expect(breaches).toEqual([]);
  expect(takeLog().filter(isPrivate)).toEqual([]);
  return migration;
}
