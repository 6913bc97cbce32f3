import { noRows } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { fakeSystem, json } from '../testing/fake-system.ts';
import { aRun } from '../testing/run-builder.ts';

const system = fakeSystem();
const runId = 'abcdefghijklmnopqrstuvwxyz';
const open = [{ batch: 2, rows: 4, importId: null, sentAt: '2026-03-01T07:00:00.000Z', quietUntil: null }];
const asking = aRun({ status: 'needs_decision', toDecide: open, resultKey: 'runs/x.csv' });
const cancelled = aRun({ status: 'cancelled', cancelledBy: 'ana', emails: { state: 'sent' } });
const refused = (message: string) => json({ error: { code: 'conflict', message } }, 409);
const act = (words: string, ending: Parameters<typeof system.ends>[1] = {}) => {
  const [name = '', ...options] = words.split(' ');
  return system.ends([name, runId, ...options], ending, { env: { USER: 'ana' } });
};

describe('sluice cancel', () => {
  it('requests it in the name of the user, and waits until the run has ended and its mail is sent', async () => {
    const importing = aRun({ status: 'importing' });
    system.acts(importing, importing, { ...cancelled, emails: { state: 'intended' } }, cancelled);
    const { stderr } = await act('cancel', {
      stdout: 'The run was cancelled.',
      stderr: 'cancelling, waiting for what was sent',
    });
    expect(system.posted()).toEqual([[`/history/runs/${runId}/cancel`, { by: 'ana' }]]);
    expect(stderr).not.toContain('uploaded');
    expect(system.seen.length).toBeGreaterThan(3);
  });

  it('follows a run that waited for a decision to its end', async () => {
    system.acts({ ...asking, toDecide: [] }, { ...asking, toDecide: [] }, cancelled);
    await act('cancel --format json', { stdout: '"status": "cancelled"' });
  });

  it.each([
    ['a decision', asking],
    ['approval', aRun({ status: 'awaiting_approval', finishedAt: null })],
  ])('does not say that a run that waited for %s still does', async (_, waiting) => {
    const asked = { ...waiting, cancelledBy: 'ana' };
    system.acts(asked, asked, cancelled);
    await act('cancel', { stdout: 'The run was cancelled.' });
  });

  it('does not wait with --no-wait', async () => {
    system.acts(aRun({ status: 'importing', cancelledBy: 'ana' }));
    await act('cancel --no-wait');
    expect(system.seen).toHaveLength(1);
  });

  it('prints why a run refuses it, and ends with 4', async () => {
    system.answers(refused('This run has ended and is succeeded, so it cannot be cancelled.'));
    await act('cancel', { status: 4, stderr: 'is succeeded, so' });
  });
});

describe('sluice approve', () => {
  const plan = {
    sha256: '3f9c2b7a41d0'.padEnd(64, '0'),
    counts: { ...noRows, read: 3, created: 2, deleted: 1 },
  };
  const approval = { asked: 1, plan, planKey: 'runs/x/results/plan of x.csv' };
  const counts = { read: 3, notAttempted: 3 };
  const waiting = aRun({ status: 'awaiting_approval', approval, finishedAt: null, counts });
  const approved = { ...approval, approved: { at: '2026-03-01T07:00:01.000Z', by: 'ana' } };
  const queued = aRun({ status: 'queued', approval: approved });

  it('approves the plan that it names, and follows the run to its end', async () => {
    const succeeded = aRun({ approval: approved, emails: { state: 'sent' } });
    system.acts(queued, aRun({ status: 'checking' }), succeeded);
    await act('approve --plan 3f9c2b7a41d0', {
      stdout: [/plan +3f9c2b7a41d0/u, /approved by +ana, 2026-03-01 07:00:01 UTC/u],
      stderr: 'approved, checking once more',
    });
    expect(system.posted()).toEqual([
      [`/history/runs/${runId}/approve`, { by: 'ana', plan: '3f9c2b7a41d0' }],
    ]);
  });

  it('ends with 3 when the run needs approval again, once its plan is written, and shows the commands', async () => {
    system.acts(queued, { ...waiting, approval: { ...approval, planKey: undefined } }, waiting);
    await act('approve --plan 3f9c2b7a', {
      status: 3,
      stdout: [
        '3 read: 2 created, 1 deleted',
        /plan +3f9c2b7a41d0, s3:\/\/files\/runs\/x\/results\/plan of x\.csv/u,
        `npx sluice approve ${runId} --plan 3f9c2b7a41d0`,
      ],
    });
  });

  it('ends at once with --no-wait, and with 4 where no approval is requested', async () => {
    system.acts({ ...queued, finishedAt: null });
    await act('approve --plan 3f9c2b7a --no-wait');
    system.answers(refused('This run is succeeded.'));
    await act('approve --plan 3f9c2b7a', { status: 4, stderr: 'is succeeded' });
  });

  it('refuses an approval without the hash of the plan, and says where to read it', async () => {
    const run = `npx sluice run ${runId}`;
    await act('approve', {
      status: 2,
      stderr: ['Expected --plan', `\`${run}\``, `\`${run} --plan plan.csv\``],
    });
    expect(system.seen).toHaveLength(0);
  });

  it('has a plan whose first lines sluice run shows, which it saves, or reports as missing', async () => {
    const line = (row: number) => `"${row}","delete","Bo (bo@x.org)","id-4","name","Bo",""\r\n`;
    const lines = Array.from({ length: 21 }, (_, at) => line(Math.max(2, at)));
    const head = '"Plan of x.csv: 21 rows.","","","","","",""\r\n"","","","","","",""\r\n';
    const plan = `\uFEFF${head}"Row","Plan","Record","Record id","Field","Old","New"\r\n${lines.join('')}`;
    system.objects.set('files/runs/x/results/plan of x.csv', Buffer.from(plan));
    system.answers(json(waiting));
    const { stdout } = await act('run --plan plan.csv', {
      stderr: 'Saved the plan as plan.csv',
      stdout: [
        /^ {2}row 2 +delete +Bo \(bo@x\.org\) +name +Bo +→ +\(blank\)\n {10,}name/m,
        `and more: npx sluice run ${runId} --plan plan.csv`,
      ],
    });
    expect(stdout).not.toContain('row 20');
    expect(await system.read('plan.csv')).toBe(plan);
    system.answers(json(aRun()));
    await act('run --plan plan.csv', { status: 1, stderr: 'has no plan' });
  });
});

describe('sluice undo', () => {
  const undone = aRun({
    status: 'undone',
    emails: { state: 'sent' },
    undoReportKey: 'runs/x/results/undo of x.csv',
  });

  it('follows the undo to its end, and counts the records by outcome', async () => {
    const undoing = aRun({ status: 'undoing' });
    system.acts(undoing, undoing, { ...undone, undo: { reversed: 1200, kept: 0, failed: 0 } });
    await act('undo', {
      stdout: ['1,200 records undone.', 'undo of x.csv', `npx sluice undo ${runId} --report "undo of x.csv"`],
    });
    expect(system.posted()).toEqual([[`/history/runs/${runId}/undo`, { by: 'ana' }]]);
  });

  it.each(['sent', 'byMigration'])('ends at once when its mail is %s', async (state) => {
    system.acts({ ...undone, emails: { state }, undo: { reversed: 1, kept: 0, failed: 0 } });
    await act('undo');
    expect(system.seen).toHaveLength(3);
  });

  it('says that nothing was done where the run was undone before, when and by whom', async () => {
    const timeline = [{ at: '2026-03-01T07:30:00.000Z', type: 'undoRequested', data: { by: 'bob' } }];
    system.acts({ ...undone, undo: { reversed: 1, kept: 0, failed: 0 }, timeline });
    const stdout = [
      /^Nothing was done now: this run was undone before by bob, requested 2026-03-01 07:30:00 UTC\. That undo:\n/u,
      '1 record undone.',
    ];
    const { stderr } = await act('undo', { stdout });
    expect(stderr).not.toContain('restoring');
    system.acts({ ...undone, timeline });
    await act('undo --no-wait', { stdout: /^Nothing was done now/u });
  });

  it('ends with 3 when records were kept or failed', async () => {
    system.acts({ ...undone, undo: { reversed: 1, kept: 2, failed: 0 } });
    await act('undo', { status: 3 });
  });
});

describe('sluice decide', () => {
  it.each([
    ['--batch 2 --attach imp9', { batch: 2, choice: 'attach', importId: 'imp9' }],
    ['--not-applied', { choice: 'notApplied' }],
    ['--send-again', { choice: 'sendAgain' }],
  ])('sends %s as a choice', async (options, body) => {
    system.acts(aRun());
    await act(`decide ${options}`);
    expect(system.posted()).toEqual([[`/history/runs/${runId}/decide`, { ...body, by: 'ana' }]]);
  });

  it.each(['decide', 'decide --not-applied --send-again', 'decide --batch 0 --not-applied'])(
    'refuses `%s` before anything is sent',
    async (words) => {
      await act(words, { status: 2 });
      expect(system.seen).toHaveLength(0);
    },
  );
});
