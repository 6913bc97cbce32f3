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
const open = [{ batch: 2, rows: 4, importId: null, sentAt: '2026-03-01T07:00:00.000Z' }];
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
    expect(stderr).toContain('cancelling, what was sent is awaited');
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
    expect(stdout).toContain('Undo: 1,200 records put back, 0 kept');
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
