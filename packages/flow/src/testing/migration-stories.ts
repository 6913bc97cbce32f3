import { replayMigration } from '@sluice/ledger';
import { expect } from 'vitest';
import { createMigrationWorld, type MigrationWorld } from './migration-world.ts';
import type { WorldOptions } from './world.ts';

export const client = { schema: 'client', lookup: 'email' };
export const rows = (...emails: string[]) =>
  ['email,name', ...emails.map((email) => `${email},Canary`), ''].join('\r\n');
export const twoSteps = [
  { name: 'First', file: 'migrations/people/first.csv', ...client },
  { name: 'Rest', prefix: 'migrations/people/rest/', ...client },
];

export async function withTwoSteps(
  settings: object = {},
  options: WorldOptions = {},
): Promise<MigrationWorld> {
  const flow = createMigrationWorld(options);
  flow.put('migrations/people/first.csv', rows('a@example.com', 'b@example.com'));
  flow.put('migrations/people/rest/c.csv', rows('c@example.com'));
  flow.put('migrations/people/rest/d.csv', rows('d@example.com'));
  await flow.define('nightly', { steps: twoSteps, ...settings });
  return flow;
}

/** What must hold at the end of every story of a migration. */
export async function expectWholeEnd(flow: MigrationWorld, migrationId: string): Promise<void> {
  const migration = await flow.migrationOf(migrationId);
  expect(flow.world.errors).toEqual([]);
  expect(migration.notice).toMatchObject({ state: 'sent' });
  expect(replayMigration(await flow.migrations.events(migrationId))).toEqual(migration);
  for (const runId of migration.steps.flatMap(({ runIds }) => runIds)) {
    const run = await flow.world.runOf(runId);
    expect(run).toMatchObject({ notice: { state: 'byMigration' }, migration: { migrationId } });
    await flow.world.countsFor(runId);
  }
  for (const { mail } of flow.world.mailer.sent) expect(mail.subject).not.toMatch(/Canary|@/u);
}
