import { noRows } from '@sluice/ledger';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCaptured } from '../testing/captured.ts';
import { json, startFakeSystem, type FakeSystem } from '../testing/fake-system.ts';
import { aRun } from '../testing/run-builder.ts';

let system: FakeSystem;
beforeEach(async () => {
  system = await startFakeSystem();
});
afterEach(() => system.stop());

const runId = 'abcdefghijklmnopqrstuvwxyz';
const open = [{ batch: 2, rows: 4, importId: null, sentAt: '2026-03-01T07:00:00.000Z', quietUntil: null }];
const asking = aRun({ status: 'needs_decision', toDecide: open, resultKey: 'runs/x.csv' });
const cancelled = aRun({ status: 'cancelled', cancelledBy: 'ana', emails: { state: 'sent' } });

/** Answers an act, then each question for the run in turn; the last one for good. */
function answering(act: object, ...runs: object[]): void {
  system.answer = ({ method }) => {
    if (method === 'POST') return json(act);
    const [next = act] = runs;
    if (runs.length > 1) runs.shift();
    return json(next);
  };
}

const sluice = (...argv: string[]) => runCaptured(argv, { cwd: system.cwd, env: { USER: 'ana' } });
const posted = () =>
  system.seen
    .filter(({ method }) => method === 'POST')
    .map(({ path, body }) => [path, JSON.parse(body) as unknown]);

describe('sluice cancel', () => {
  it('asks for it, says who does, and waits until the run has ended and its mail is out', async () => {
    const ending = { ...cancelled, emails: { state: 'intended' } };
    answering(aRun({ status: 'importing' }), aRun({ status: 'importing' }), ending, cancelled);
    const { status, stdout, stderr } = await sluice('cancel', runId);
    expect(posted()).toEqual([[`/history/runs/${runId}/cancel`, { by: 'ana' }]]);
    expect(status).toBe(0);
    expect(stdout).toContain('cancelled');
    expect(stderr).toContain('cancelling, waiting for what was sent');
    expect(stderr).not.toContain('uploaded');
    expect(system.seen.length).toBeGreaterThan(3);
  });

  it('follows a run that waited for a decision to its end', async () => {
    answering({ ...asking, toDecide: [] }, { ...asking, toDecide: [] }, cancelled);
    expect((await sluice('cancel', runId, '--format', 'json')).stdout).toContain('"status": "cancelled"');
  });

  it('does not wait when it is told not to', async () => {
    answering(aRun({ status: 'importing', cancelledBy: 'ana' }));
    expect((await sluice('cancel', runId, '--no-wait')).status).toBe(0);
    expect(system.seen).toHaveLength(1);
  });

  it('says why a run does not take it, and ends with 4', async () => {
    system.answer = () =>
      json({ error: { code: 'conflict', message: 'This one has ended: it is succeeded.' } }, 409);
    const { status, stderr } = await sluice('cancel', runId);
    expect(status).toBe(4);
    expect(stderr).toContain('it is succeeded');
  });
});

describe('sluice approve', () => {
  const plan = {
    sha256: '3f9c2b7a41d0'.padEnd(64, '0'),
    counts: { ...noRows, read: 3, created: 2, deleted: 1 },
  };
  const approval = { asked: 1, plan, planKey: 'runs/x/results/plan of x.csv' };
  const waiting = aRun({
    status: 'awaiting_approval',
    approval,
    finishedAt: null,
    counts: { read: 3, notAttempted: 3 },
  });
  const approved = { ...approval, approved: { at: '2026-03-01T07:00:01.000Z', by: 'ana' } };
  const succeeded = aRun({ approval: approved, emails: { state: 'sent' } });

  it('approves the plan that it names, and follows the run to its end', async () => {
    answering(aRun({ status: 'queued', approval: approved }), aRun({ status: 'checking' }), succeeded);
    const { status, stdout, stderr } = await sluice('approve', runId, '--plan', '3f9c2b7a41d0');
    expect(posted()).toEqual([[`/history/runs/${runId}/approve`, { by: 'ana', plan: '3f9c2b7a41d0' }]]);
    expect(status).toBe(0);
    expect(stdout).toContain('Plan 3f9c2b7a41d0, as previewed by the dry run:');
    expect(stdout).toMatch(/approved by +ana, 2026-03-01T07:00:01/u);
    expect(stderr).toContain('approved, checking once more');
  });

  it('ends with 3 where the run asks again, once its plan is written, and says how to answer', async () => {
    const unwritten = { ...waiting, approval: { ...approval, planKey: undefined } };
    answering(aRun({ status: 'queued', approval: approved }), unwritten, waiting);
    const { status, stdout } = await sluice('approve', runId);
    expect(status).toBe(3);
    expect(stdout).toContain('3 read: 2 created, 1 deleted');
    expect(stdout).toMatch(/row by row +s3:\/\/files\/runs\/x\/results\/plan of x\.csv/u);
    expect(stdout).toContain(`sluice approve ${runId} --plan 3f9c2b7a41d0`);
  });

  it('is over at once when it is told not to wait, and refused with 4 where nothing is asked', async () => {
    answering(aRun({ status: 'queued', approval: approved, finishedAt: null }));
    expect((await sluice('approve', runId, '--no-wait')).status).toBe(0);
    system.answer = () => json({ error: { code: 'conflict', message: 'This one is succeeded.' } }, 409);
    expect(await sluice('approve', runId)).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('is succeeded'),
    });
  });

  it('has its plan saved by sluice run, which says where there is none', async () => {
    system.objects.set('files/runs/x/results/plan of x.csv', Buffer.from('Row,Plan'));
    system.answer = () => json(waiting);
    const saved = await sluice('run', runId, '--plan', 'plan.csv');
    expect(saved).toMatchObject({ status: 0, stderr: expect.stringContaining('Saved the plan as plan.csv') });
    expect(await readFile(join(system.cwd, 'plan.csv'), 'utf8')).toBe('Row,Plan');
    system.answer = () => json(aRun());
    expect(await sluice('run', runId, '--plan', 'plan.csv')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('has no plan'),
    });
  });
});

describe('sluice undo', () => {
  const undone = aRun({
    status: 'undone',
    emails: { state: 'sent' },
    undoReportKey: 'runs/x/results/undo of x.csv',
  });

  it('follows the undo to its end, and says what became of the records', async () => {
    answering(aRun({ status: 'undoing' }), aRun({ status: 'undoing' }), {
      ...undone,
      undo: { reversed: 1200, kept: 0, failed: 0 },
    });
    const { status, stdout } = await sluice('undo', runId);
    expect(posted()).toEqual([[`/history/runs/${runId}/undo`, { by: 'ana' }]]);
    expect(status).toBe(0);
    expect(stdout).toContain('Undo: 1,200 records restored, 0 kept');
    expect(stdout).toContain('undo of x.csv');
  });

  it('ends with 3 when records were kept or failed', async () => {
    answering({ ...undone, undo: { reversed: 1, kept: 2, failed: 0 } });
    expect((await sluice('undo', runId)).status).toBe(3);
  });
});

describe('sluice decide', () => {
  it.each([
    [['--batch', '2', '--attach', 'imp9'], { batch: 2, choice: 'attach', importId: 'imp9' }],
    [['--not-applied'], { choice: 'notApplied' }],
    [['--send-again'], { choice: 'sendAgain' }],
  ])('sends %j as a choice', async (options, body) => {
    answering(aRun(), aRun());
    expect((await sluice('decide', runId, ...options)).status).toBe(0);
    expect(posted()).toEqual([[`/history/runs/${runId}/decide`, { ...body, by: 'ana' }]]);
  });

  it('ends with 3 and says what is still to be decided, with the commands', async () => {
    answering(asking, asking);
    const { status, stdout } = await sluice('decide', runId, '--batch', '1', '--not-applied');
    expect(status).toBe(3);
    expect(stdout).toContain('batch 2 (4 rows, sent 2026-03-01T07:00:00.000Z)');
    expect(stdout).toContain(`sluice decide ${runId} --batch 2 --send-again`);
  });

  it.each([[[]], [['--not-applied', '--send-again']], [['--batch', '0', '--not-applied']]])(
    'refuses %j before anything is asked',
    async (options) => {
      expect((await sluice('decide', runId, ...options)).status).toBe(2);
      expect(system.seen).toHaveLength(0);
    },
  );
});
