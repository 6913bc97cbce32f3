import { replay, type RunStatus } from '@sluice/ledger';
import { expect } from 'vitest';
import type { World } from './world.ts';

const profileKey = 'inbox/members/new clients.csv';
/** Small batches, so that a few rows make several. */
const profile = {
  schema: 'client',
  lookup: 'email',
  batchSize: 3,
  emails: ['team@example.com'],
};

/** `people(7)`: a header and 7 rows, numbers 2 to 8. */
export function people(
  count: number,
  change: (row: number) => Partial<{ email: string; name: string }> = () => ({}),
) {
  const lines = Array.from({ length: count }, (_, index) => {
    const row = index + 2;
    const { email = `person${row}@example.com`, name = `Canary ${row}` } = change(row);
    return `${email},"${name}"`;
  });
  return ['email,name', ...lines, ''].join('\r\n');
}

export async function droppedInto(world: World, text: string, settings: object = {}) {
  await world.drops.put('profiles/members.json', JSON.stringify({ ...profile, ...settings }));
  return world.drop(profileKey, text);
}

/** What must hold at the end of every story, whatever happened in it. */
export async function expectWholeEnd(world: World, runId: string, status: RunStatus) {
  const run = await world.runOf(runId);
  expect(world.errors).toEqual([]);
  expect(run).toMatchObject({ status, notice: { state: 'sent' } });
  const counts = await world.countsFor(runId);
  const dry = world.service.calls.filter(({ input }) => input.dryRun);
  for (const { input } of world.service.calls) {
    expect(input).not.toHaveProperty('successNotificationEmails');
    expect(input).not.toHaveProperty('failureNotificationEmails');
  }
  const checked = new Set(dry.map(({ input }) => JSON.stringify(input.recordSets)));
  for (const { input } of real(world)) expect(checked).toContain(JSON.stringify(input.recordSets));
  const replayed = replay(await world.ledger.events(runId));
  expect(replayed.run).toEqual(run);
  expect(replayed.submissions).toEqual(await world.ledger.submissions(runId));
  for (const { mail } of world.mailer.sent) expect(mail.subject).not.toMatch(/Canary|person\d/u);
  return counts;
}

const real = (world: World) => world.service.calls.filter(({ input }) => !input.dryRun);
export const createdOnce = (world: World) =>
  [...world.service.records.values()].every(({ created }) => created === 1);
