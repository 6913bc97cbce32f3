import { createMemoryLedger, replay, type Submission } from '@sluice/ledger';
import { describe, expect, it } from 'vitest';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { importingRun } from '../testing/planned-run.ts';
import { batchObjects, runKeys } from '../run-objects.ts';
import { createWorld, type World } from '../testing/world.ts';
import { unresolvedRows } from '../undo/unresolved-rows.ts';

captureLog();
const minute = 60_000;
const real = (world: World) => world.service.calls.filter(({ input }) => !input.dryRun);
const ref = { batch: 1, phase: 'real' } as const;

/** Cancelled moments after its only real import was sent, whose answer was lost. */
async function cancelled() {
  const world = createWorld({
    reverts: {},
    fault: ({ input }) => (input.dryRun ? undefined : 'lostReply'),
  });
  const runId = world.drop('inbox/client/email/people.csv', 'email\na@example.com\nb@example.com\n');
  while (real(world).length === 0) await world.round();
  const sentAt = world.now().getTime();
  await world.act(runId, 'cancel');
  while ((await world.runOf(runId)).notice?.state !== 'sent') await world.round();
  expect((await world.runOf(runId)).status).toBe('cancelled');
  return { world, runId, sentAt };
}

async function undone(world: World, runId: string) {
  await world.settle();
  expect(world.errors).toEqual([]);
  const run = await world.runOf(runId);
  expect(run).toMatchObject({ status: 'undone', notice: { state: 'sent' } });
  expect(replay(await world.ledger.events(runId)).run).toEqual(run);
  return run;
}

describe('the undo of a run that was cancelled with an answer lost (invariants 3, 9)', () => {
  it('waits until the import of which nobody heard has surely ended, and says until when', async () => {
    const { world, runId, sentAt } = await cancelled();
    const { status, body } = await world.act(runId, 'undo');
    expect(status).toBe(200);
    const { quietUntil } = await world.runOf(runId);
    expect(JSON.parse(body)).toMatchObject({ status: 'undoing', quietUntil });
    const { laneSince } = await undone(world, runId);
    expect(laneSince! >= quietUntil!).toBe(true);
    expect(Date.parse(laneSince!) - sentAt).toBeGreaterThanOrEqual(14 * minute);
    // And no longer than that, as far as a step of the tracker takes.
    expect(Date.parse(laneSince!) - sentAt).toBeLessThan(16 * minute);
  });

  it('takes back an import whose importId came meanwhile (invariant 4)', async () => {
    const { world, runId } = await cancelled();
    await world.act(runId, 'undo');
    await world.round();
    expect(world.reverts?.begun).toEqual([]);
    const owner = (await world.ledger.submission({ runId, ...ref }))!.attempts.at(-1)!.owner;
    const at = world.now().toISOString();
    await world.ledger.moveSubmission({ runId, ...ref }, { type: 'accepted', at, owner, importId: 'imp2' });
    expect((await undone(world, runId)).undo?.counts).toEqual({ reversed: 2, kept: 0, failed: 0 });
    expect(world.reverts?.begun).toEqual(['imp2']);
  });

  it('names every row that it could not reach, since nobody knows their import', async () => {
    const { world, runId } = await cancelled();
    await world.act(runId, 'undo');
    const { undo } = await undone(world, runId);
    expect(undo?.counts).toEqual({ reversed: 0, kept: 0, failed: 2 });
    const report = String(await world.files.get(undo!.reportKey!)).split('\r\n');
    expect(report.slice(1, 3)).toEqual([
      expect.stringMatching(/^"2","failed","An attempt without an answer .* ""\[run .* batch 1""\."/u),
      expect.stringMatching(/^"3","failed",/u),
    ]);
    expect(world.mailer.sent.at(-1)?.mail.subject).toContain('2 not');
  });
});

describe('rows that a try without an answer may have written', () => {
  const now = () => new Date('2026-03-01T08:00:00.000Z');
  const attempt = { owner: 'o', sentAt: now().toISOString(), leaseUntil: now().toISOString() };
  const attempts = [
    { ...attempt, number: 1, outcome: 'ambiguous' },
    { ...attempt, number: 2, outcome: 'accepted', importId: 'imp2' },
  ] as const;

  async function rowsOf(more: Partial<Submission>, idempotencyKey = false): Promise<number[]> {
    const ledger = createMemoryLedger({ now });
    const files = createMemoryFiles();
    await importingRun({ ledger, files, now });
    const found = (await ledger.submission({ runId: 'run1', ...ref }))!;
    const submission: Submission = { ...found, status: 'succeeded', attempts, ...more };
    const outcomes = [
      { row: 2, status: 'created', recordId: 'r2' },
      { row: 3, status: 'unchanged', recordId: 'r3' },
      { row: 4, status: 'unknown' },
    ] as const;
    await batchObjects.outcomes.write(submission, outcomes, files);
    const undoneByImport = [{ row: 4, outcome: 'reversed', recordId: 'r4' }];
    await files.put(runKeys.undone('run1', 1, 'imp2'), JSON.stringify(undoneByImport));
    return (await unresolvedRows(submission, { files, idempotencyKey })).map(({ row }) => row);
  }
  const reverts = [{ importId: 'imp2', reversed: 1, kept: 0, failed: 0 }];
  const decided = { at: 'x', by: 'p', choice: 'notApplied', question: 1 } as const;

  it.each([
    ['what the repeat found as it should be, or said nothing of', {}, false, [3, 4]],
    ['not what another import of the batch has put back', { reverts }, false, [3]],
    ['none where a person said that it was not applied', { decided }, false, []],
    ['none under one key, where all tries are one import', {}, true, []],
    ['none where every try had its answer', { attempts: [attempts[1]] }, false, []],
  ] as const)('are %s', async (_name, more, key, rows) => {
    expect(await rowsOf(more, key)).toEqual(rows);
  });
});
