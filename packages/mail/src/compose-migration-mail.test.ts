import { describe, expect, it } from 'vitest';
import {
  composeMigrationMail,
  composeRefusedMigrationMail,
  type MigrationFacts,
} from './compose-migration-mail.ts';

const run = { runId: 'run1', fileName: 'people.xlsx', status: 'succeeded', resultPlace: 's3://files/r.xlsx' };
const facts: MigrationFacts = {
  migrationId: 'abcdefghijklmnop',
  name: 'nightly',
  status: 'succeeded',
  scheduledAt: '2026-11-22T01:30:00.000Z',
  startedBy: 'schedule',
  dryRun: false,
  steps: [
    {
      title: 'Roles',
      source: 'migrations/people.xlsx',
      status: 'succeeded',
      counts: { read: 4, created: 4, failed: 0 },
      runs: [run],
    },
    { title: 'Clients', source: 'migrations/people.xlsx', status: 'waiting', runs: [] },
  ],
};

describe('the mail of a migration', () => {
  it('says how it ended, and of each step its counts, runs and result sheets', () => {
    const { subject, text } = composeMigrationMail(facts);
    expect(subject).toBe('Migration nightly: every step succeeded (abcdefgh)');
    expect(text).toMatch(
      /Step 1: Roles[^]*created +4[^]*people\.xlsx: succeeded, run run1, s3:\/\/files\/r\.xlsx/u,
    );
    expect(text).toMatch(/Step 2: Clients[^]*not started/u);
    expect(text).not.toMatch(/failed +0/u);
  });

  it.each([
    [
      'of a dry run that nothing was written',
      { dryRun: true },
      'dry run, nothing was written: every step succeeded',
    ],
    ['that it waits for a person', { waiting: ['run1'], status: 'running' }, 'it needs your decision'],
    ['that it was too late', { status: 'tooLate' }, 'it was too late to start'],
    [
      'that it was undone',
      { status: 'undone', undo: { by: 'ana', counts: { reversed: 351 } } },
      'it was undone',
    ],
  ])('says %s', (_, changes, headline) => {
    const { subject, text } = composeMigrationMail({ ...facts, ...changes });
    expect(subject).toContain(headline);
    expect(text).toContain(headline);
  });

  it('names the runs that wait, and what undo put back and kept', () => {
    expect(composeMigrationMail({ ...facts, waiting: ['run7'] }).text).toContain('npx sluice run run7');
    const undo = { by: 'ana', counts: { reversed: 351, kept: 2 } };
    const { text } = composeMigrationMail({ ...facts, status: 'undone', undo });
    expect(text).toMatch(/put back +351[^]*since +2[^]*undone by +ana/u);
  });

  it('keeps line breaks of names out of its lines', () => {
    const odd = { ...facts.steps[0]!, title: 'Roles\nBcc: eve@example.com' };
    expect(composeMigrationMail({ ...facts, steps: [odd] }).text).not.toMatch(/^Bcc:/mu);
  });

  it('says of a file that is wrong where, and that it has no schedule until it is right', () => {
    const { subject, text } = composeRefusedMigrationMail({
      name: 'nightly',
      why: 'steps[0].lookup: expected …',
    });
    expect(subject).toBe('Migration nightly: its file cannot be used');
    expect(text).toContain('steps[0].lookup');
    expect(text).toContain('no schedule until');
  });
});
