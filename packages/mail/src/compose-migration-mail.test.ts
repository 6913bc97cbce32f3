import { describe, expect, it } from 'vitest';
import {
  composeMigrationMail,
  composeRefusedMigrationMail,
  type MigrationFacts,
} from './compose-migration-mail.ts';

const run = {
  runId: 'run1',
  fileName: 'people.xlsx',
  status: 'succeeded',
  result: { place: 's3://files/r.xlsx' },
};
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
  it('reports how it ended, and the counts, runs and result sheets of each step', () => {
    const { subject, text } = composeMigrationMail(facts);
    expect(subject).toBe('Migration nightly: every step succeeded (abcdefgh)');
    expect(text).toMatch(
      /Step 1: Roles[^]*created +4[^]*people\.xlsx: succeeded, run run1, s3:\/\/files\/r\.xlsx/u,
    );
    expect(text).toMatch(/Step 2: Clients[^]*not started/u);
    expect(text).not.toMatch(/failed +0/u);
  });

  it('has a link to the result sheet of each run, in text and HTML, and until when it opens', () => {
    const link = { url: 'https://h.example/files?link=a&b', until: '2026-11-25T01:30:00.000Z' };
    const runs = [{ ...run, result: { ...run.result, link } }];
    const { text, html } = composeMigrationMail({
      ...facts,
      steps: [{ title: 'Roles', source: 'x', status: 'succeeded', runs }],
    });
    expect(text).toContain(`s3://files/r.xlsx, ${link.url}\n`);
    expect(html).toMatch(/s3:\/\/files\/r\.xlsx, <a href="https:\/\/h\.example\/files\?link=a&amp;b" /u);
    expect(text).toMatch(/links open +until 2026-11-25 01:30:00 UTC/u);
  });

  it.each([
    [{ dryRun: true }, 'dry run, nothing was written: every step succeeded'],
    [{ waiting: ['run1'], status: 'running' }, 'it needs your decision'],
    [{ status: 'tooLate' }, 'it was too late to start'],
    [{ status: 'failed_and_undone' }, 'a step failed, and everything was undone'],
    [{ status: 'undone', undo: { by: 'ana', counts: { reversed: 351 } } }, 'it was undone'],
  ])('has for %j the headline "%s"', (changes, headline) => {
    const { subject, text } = composeMigrationMail({ ...facts, ...changes });
    expect(subject).toContain(headline);
    expect(text).toContain(headline);
  });

  it('names the runs that wait, and how many records the undo restored and kept', () => {
    expect(composeMigrationMail({ ...facts, waiting: ['run7'] }).text).toContain('npx sluice run run7');
    const undo = { by: 'ana', counts: { reversed: 351, kept: 2 } };
    const { text } = composeMigrationMail({ ...facts, status: 'undone', undo });
    expect(text).toMatch(/restored +351[^]*since +2[^]*undone by +ana/u);
  });

  it('writes a name with a line break on one line', () => {
    const odd = { ...facts.steps[0]!, title: 'Roles\nBcc: eve@example.com' };
    expect(composeMigrationMail({ ...facts, steps: [odd] }).text).not.toMatch(/^Bcc:/mu);
  });

  it('reports where a file is wrong, and that it has no schedule until it is correct', () => {
    const { subject, text } = composeRefusedMigrationMail({
      name: 'nightly',
      why: 'steps[0].lookup: expected …',
    });
    expect(subject).toBe('Migration nightly: its file cannot be used');
    expect(text).toContain('steps[0].lookup');
    expect(text).toContain('no schedule until');
  });
});
