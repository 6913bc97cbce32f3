import { isOpen, replay, type Run } from '@sluice/ledger';
import { createMemoryLedger } from '@sluice/ledger/testing';
import { describe, expect, it } from 'vitest';
import { emailNotifier } from '../notify/notifier.ts';
import { reportRun } from '../report/report-run.ts';
import { captureLog } from '../testing/log-lines.ts';
import { createMemoryFiles } from '../testing/memory-files.ts';
import { createMemoryMailer } from '../testing/memory-ports.ts';
import { importingRun } from '../testing/planned-run.ts';
import { recordRevert } from './record-revert.ts';

const log = captureLog();
const counts = { reversed: 2, kept: 1, failed: 0 };
const message = { importId: 'imp1', by: 'user/ana', startedDate: '2026-03-01T09:00:00.000Z', ...counts };
const ref = { runId: 'run1', batch: 1, phase: 'real' } as const;

/** A run that ended with the import `imp1`, after its mail. */
async function setUp() {
  let [time, ids] = [Date.parse('2026-03-01T08:00:00.000Z'), 0];
  const now = () => new Date((time += 1000));
  const at = () => now().toISOString();
  const [files, drops, mailer] = [createMemoryFiles(), createMemoryFiles(), createMemoryMailer()];
  const ledger = createMemoryLedger({ now });
  await importingRun({ ledger, files, now });
  await ledger.moveSubmission(ref, { type: 'sendStarted', at: at(), owner: 'o', leaseUntil: at() });
  await ledger.moveSubmission(ref, { type: 'accepted', at: at(), importId: 'imp1', owner: 'o' });
  const newId = () => `id-${(ids += 1)}`;
  const ports = { files, drops, filesBucket: 'files', notifier: emailNotifier(mailer), now, newId };
  const services = { ledger, ...ports };
  const end = async () => {
    await ledger.moveSubmission(ref, {
      type: 'ended',
      at: at(),
      status: 'succeeded',
      counts: { created: 2 },
    });
    await ledger.moveRun('run1', { type: 'finished', at: at(), status: 'succeeded' });
    await reportRun('run1', services);
  };
  const found = async () => (await ledger.events('run1')).filter(({ type }) => type === 'importReverted');
  const mails = () => mailer.sent.map(({ mail }) => mail.text);
  return { ledger, services, end, found, mails, at };
}

describe('an import that an operator reverted', () => {
  it('is in the history of its run once, however often it is published, and in one more mail', async () => {
    const { ledger, services, end, found, mails } = await setUp();
    await end();
    await recordRevert(message, services);
    await recordRevert(message, services);
    expect(await found()).toMatchObject([{ data: { batch: 1, ...message } }]);
    const run = (await ledger.run('run1'))!;
    expect([run.status, isOpen(run), run.reverts?.length]).toEqual(['succeeded', true, 1]);
    expect(replay(await ledger.events('run1')).run).toEqual(run);
    await reportRun('run1', services);
    await reportRun('run1', services);
    expect(mails()).toHaveLength(2);
    expect(mails()[0]).not.toContain('user/ana');
    expect(mails()[1]?.replaceAll(/\s+/gu, ' ')).toContain(
      `Import imp1 of batch 1 was reverted by user/ana, 2026-03-01 09:00:00 UTC: 2 records undone, 1 kept`,
    );
    const again = { ...message, startedDate: '2026-03-02T09:00:00.000Z' };
    await recordRevert(again, services);
    expect(await found()).toHaveLength(2);
  });

  it('makes its run the last writer of its lane, so that no file is a duplicate of a later one (invariant 7)', async () => {
    const { ledger, services, end } = await setUp();
    await end();
    const writers: unknown[] = [];
    const startWriting = async ({ runId, reverts }: Run) => {
      writers.push([runId, reverts?.length]);
      return runId;
    };
    await recordRevert(message, { ...services, ledger: { ...ledger, startWriting } });
    expect(writers).toEqual([['run1', 1]]);
  });

  it('is in the mail about the end of its run if it comes before the end', async () => {
    const { services, end, mails } = await setUp();
    await recordRevert(message, services);
    await end();
    expect(mails()).toHaveLength(1);
    expect(mails()[0]).toContain('user/ana');
  });

  it('is delivered again later while a mail is being sent, so that no mail is lost', async () => {
    const { ledger, services, at } = await setUp();
    await ledger.moveRun('run1', { type: 'finished', at: at(), status: 'failed' });
    const notice = { state: 'intended', at: at(), owner: 'o', leaseUntil: at() } as const;
    await ledger.moveRun('run1', { type: 'noticeChanged', at: at(), about: 'failed', notice });
    await expect(recordRevert(message, services)).rejects.toThrow('does not take the event now');
  });

  it.each([
    ['is of the undo of the run', async () => undefined, message],
    [
      'is of an undo that has ended',
      async ({ ledger, at }: Awaited<ReturnType<typeof setUp>>) => {
        await ledger.moveSubmission(ref, { type: 'reverted', at: at(), importId: 'imp1', ...counts });
        await ledger.moveRun('run1', { type: 'undone', at: at(), counts });
      },
      message,
    ],
    ['was made by another client', async () => undefined, { ...message, importId: 'imp2' }],
  ] as const)('is passed over if it %s', async (_, prepare, published) => {
    const world = await setUp();
    await world.end();
    await world.ledger.moveRun('run1', { type: 'undoRequested', at: world.at(), by: 'ana' });
    await prepare(world);
    await recordRevert(published, world.services);
    expect(await world.found()).toEqual([]);
  });

  it('leaves no principal in the log (invariant 15)', () => {
    expect(log.lines.join('')).toContain('"import_reverted"');
    expect(log.lines.join('')).not.toContain('ana');
  });
});
