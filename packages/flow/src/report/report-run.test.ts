import { Readable } from 'node:stream';
import { createMemoryLedger } from '@sluice/ledger/testing';
import { describe, expect, it, vi } from 'vitest';
import { batchObjects } from '../run-objects.ts';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { createMemoryMailer } from '../testing/memory-ports.ts';
import { importingRun, plannedRun, type PlannedRunOptions } from '../testing/planned-run.ts';
import { emailNotifier } from '../notify/notifier.ts';
import { reportRun } from './report-run.ts';

const log = captureLog();
const key = 'inbox/client/email/people.csv';

function setUp() {
  let seconds = 0;
  const now = () => new Date(Date.parse('2026-03-01T08:00:00.000Z') + 1000 * (seconds += 1));
  const ledger = createMemoryLedger({ now });
  const [files, drops, mailer] = [createMemoryFiles(), createMemoryFiles(), createMemoryMailer()];
  let ids = 0;
  const newId = () => `reporter-${(ids += 1)}`;
  const ports = { notifier: emailNotifier(mailer), now, newId };
  const services = { ledger, files, drops, filesBucket: 'files', ...ports };
  const options: PlannedRunOptions = { ledger, files, now };
  const land = (rows: number) => {
    const lines = Array.from({ length: rows }, (_, index) => `row${index + 2}@example.com`);
    drops.putVersion({ key, versionId: 'v1' }, Buffer.from(['email', ...lines, ''].join('\n')));
  };
  const at = () => now().toISOString();
  return { ledger, files, drops, mailer, services, options, land, at };
}

async function rejectedRun({ ledger, options, land, at }: ReturnType<typeof setUp>) {
  await plannedRun(options);
  land(2);
  await ledger.moveRun('run1', { type: 'rejected', at: at(), reason: 'wrong rows' });
}

describe('reporting a run', () => {
  it('records the intent before it sends the notice, and then that it was sent (invariant 13)', async () => {
    const world = setUp();
    await rejectedRun(world);
    await reportRun('run1', world.services);
    const mails = (await world.ledger.events('run1')).filter(({ type }) => type === 'noticeChanged');
    expect(mails.map(({ data }) => data['notice'])).toMatchObject([{ state: 'intended' }, { state: 'sent' }]);
    expect(world.mailer.sent).toHaveLength(1);
  });

  it('shows the proposed profile of a run that stopped for its columns', async () => {
    const world = setUp();
    await plannedRun(world.options);
    const choices = [
      { columns: ['Vorname', 'Nachname'], field: 'name', score: 0.9, why: 'German' },
      { columns: ['Fax'], score: 0, why: 'no field' },
    ];
    const proposal = { profile: { schema: 'client', lookup: 'email' }, choices };
    await world.ledger.moveRun('run1', { type: 'rejected', at: world.at(), reason: 'columns', proposal });
    await reportRun('run1', world.services);
    expect(world.mailer.sent[0]?.mail.text).toContain(
      '- "Vorname" + "Nachname" → name (likely): German\n- Ignored: "Fax"\n',
    );
  });

  it('links to each file that the mail names', async () => {
    const world = setUp();
    await rejectedRun(world);
    const makeLink = async ({ key }: { key: string }) => ({
      url: `https://h.example/${key}`,
      until: world.at(),
    });
    await reportRun('run1', { ...world.services, makeLink });
    const url = `https://h.example/${(await world.ledger.run('run1'))?.resultKey ?? 'none'}`;
    expect(world.mailer.sent[0]?.mail.text).toMatch(
      new RegExp(`\n    ${url}\n    npx sluice run run1 --result "result of people.csv"\n`, 'u'),
    );
    expect(world.mailer.sent[0]?.mail.html).toContain(`<a href="${url}"`);
  });

  it('links to its page of the console, where the stack has one', async () => {
    const world = setUp();
    await rejectedRun(world);
    await reportRun('run1', { ...world.services, consoleUrl: 'https://c.example' });
    expect(world.mailer.sent[0]?.mail.text).toContain('\n    https://c.example/#/runs/run1\n');
  });

  it.each([
    [false, 2, undefined],
    [true, 2, 'result of people.csv'],
    [true, 60_000, undefined],
  ])('with attaches %s, the mail of %d rows carries %s', async (attaches, rows, fileName) => {
    const world = setUp();
    await rejectedRun(world);
    world.land(rows);
    await reportRun('run1', { ...world.services, attaches });
    const { attachment } = world.mailer.sent[0]?.mail ?? {};
    expect(attachment?.fileName).toBe(fileName);
    const { resultKey = '' } = (await world.ledger.run('run1')) ?? {};
    if (attachment)
      expect(Buffer.from(attachment.bytes)).toEqual(Buffer.from(world.files.objects.get(resultKey) ?? []));
  });

  it('sends nothing more once the notice was refused (invariants 7, 13)', async () => {
    const world = setUp();
    await rejectedRun(world);
    world.mailer.next.push({ kind: 'refused', code: 'MessageRejected' });
    await reportRun('run1', world.services);
    await reportRun('run1', world.services);
    expect(world.mailer.sent).toEqual([]);
    const { notice } = (await world.ledger.run('run1'))!;
    expect(notice).toMatchObject({ state: 'refused', detail: 'MessageRejected' });
  });

  it('sends no notice of a run that goes on', async () => {
    const world = setUp();
    await plannedRun(world.options);
    await reportRun('run1', world.services);
    expect(world.mailer.sent).toEqual([]);
  });

  it('reports a run without a result sheet if its file was deleted', async () => {
    const world = setUp();
    await rejectedRun(world);
    world.drops.objects.clear();
    await reportRun('run1', world.services);
    expect((await world.ledger.run('run1'))?.resultKey).toBeUndefined();
    expect(world.mailer.sent).toHaveLength(1);
  });

  it('logs counts that do not add up, and warns of them in the mail (invariant 1)', async () => {
    const world = setUp();
    await importingRun(world.options);
    world.land(2);
    const ref = { runId: 'run1', batch: 1, phase: 'real' } as const;
    const at = world.at();
    await world.ledger.moveSubmission(ref, { type: 'sendStarted', at, owner: 'o', leaseUntil: at });
    const counts = { created: 2 };
    await world.ledger.moveSubmission(ref, { type: 'ended', at, status: 'succeeded', counts });
    await world.ledger.moveRun('run1', { type: 'finished', at, status: 'succeeded' });
    const outcomes = [
      { row: 2, status: 'created' },
      { row: 3, status: 'failed', reason: 'no' },
    ] as const;
    await batchObjects.outcomes.write(ref, outcomes, world.files);
    await reportRun('run1', world.services);
    expect(world.mailer.sent[0]?.mail.text).toContain('do not add up');
    expect(log.lines.some((line) => line.includes('"row_counts_inconsistent"'))).toBe(true);
  });

  it('writes the sheet of a question over no later sheet, however slow it is (invariant 1)', async () => {
    const world = setUp();
    await importingRun(world.options);
    world.land(2);
    await world.ledger.moveRun('run1', { type: 'decisionNeeded', at: world.at(), reason: 'no answer' });
    const isSlow = vi.fn(() => false).mockReturnValueOnce(true);
    const upload: typeof world.files.upload = async (key, chunks) => {
      if (key.endsWith('.rows') || !isSlow()) return world.files.upload(key, chunks);
      await world.ledger.moveRun('run1', { type: 'finished', at: world.at(), status: 'failed' });
      await reportRun('run1', world.services);
      return world.files.upload(key, Readable.from(['stale']));
    };
    await reportRun('run1', { ...world.services, files: { ...world.files, upload } });
    const { resultKey = '' } = (await world.ledger.run('run1'))!;
    expect(resultKey).toBe('runs/run1/results/people.csv');
    expect(await world.files.get('runs/run1/results/waiting-1/people.csv')).toContain('stale');
    expect(await world.files.get(resultKey)).not.toContain('stale');
  });

  it('leaves the mail about a run to its migration, but for an import that was reverted afterwards', async () => {
    const { ledger, services, mailer, at } = setUp();
    const place = { bucket: 'drops', key: 'migrations/people.csv', versionId: 'v1', fileName: 'people.csv' };
    const migration = { migrationId: 'm1', name: 'nightly', scheduledAt: at(), step: 1 };
    const run = { runId: 'run1', ...place, bytes: 9, droppedBy: 'nightly', target: 'https://service.test' };
    await ledger.beginRun({ ...run, migration, emails: ['ops@example.com'] });
    await ledger.moveRun('run1', { type: 'finished', at: at(), status: 'failed' });
    await reportRun('run1', services);
    expect(mailer.sent).toEqual([]);
    const undo = {
      batch: 1,
      importId: 'imp1',
      by: 'ana',
      startedDate: at(),
      reversed: 1,
      kept: 0,
      failed: 0,
    };
    await ledger.moveRun('run1', { type: 'importReverted', at: at(), ...undo });
    await reportRun('run1', services);
    expect(mailer.sent.map(({ mail }) => mail.text)).toEqual([expect.stringContaining('reverted by ana')]);
  });
});
