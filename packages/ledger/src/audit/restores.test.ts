import { sealedLine, type Ledger } from '../index.ts';
import { createMemoryLedger } from '../testing/memory/index.ts';
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createAudit } from './audit.ts';

const time = (clock: string) => `2026-03-01T${clock}:00.000Z`;
const lost = { from: time('09:55'), until: time('10:10') };
const facts = {
  bucket: 'b',
  key: 'k',
  versionId: 'v1',
  fileName: 'x',
  bytes: 1,
  droppedBy: 'ana',
  target: 't',
};

/** A ledger with these runs, each begun at its time. */
async function ledgerOf(runs: Readonly<Record<string, string>>): Promise<Ledger> {
  let now = '';
  const ledger = createMemoryLedger({ now: () => new Date(now) });
  for (const [runId, begun] of Object.entries(runs)) {
    now = time(begun);
    await ledger.beginRun({ ...facts, runId, emails: [] });
  }
  return ledger;
}
const tracked = (ledger: Ledger, runId: string, clock: string) =>
  ledger.moveRun(runId, { type: 'trackerStarted', at: time(clock), trackers: 1 });

it('reports what a restored ledger lost as lost, and everything else as altered (invariant 21)', async () => {
  const before = await ledgerOf({
    undone: '07:00',
    open: '09:54',
    forgotten: '09:57',
    again: '09:58',
    old: '08:00',
  });
  for (const runId of ['undone', 'open', 'again', 'old']) await tracked(before, runId, '09:59');
  const lines = ['again', 'forgotten', 'old', 'open', 'undone'].map(async (runId) => {
    const whole = await before.wholeRun(runId);
    return whole ? sealedLine(whole.run, whole.submissions) : '';
  });
  const list = (await Promise.all(lines)).join('');
  const after = await ledgerOf({ undone: '07:00', open: '09:54', again: '10:20', old: '08:00' });
  for (const runId of ['open', 'again'])
    await after.moveRun(runId, { type: 'ledgerRestored', at: time('10:21'), ...lost });
  await tracked(after, 'undone', '10:30');
  await tracked(after, 'old', '08:30');

  const audit = createAudit(
    {
      sealedList: async () => list,
      items: async (runId) => {
        const { items } = await after.itemPage(runId, { limit: 9 });
        return items.length > 0 ? items : undefined;
      },
      chain: async (runId) => {
        const events = await after.events(runId);
        return events.length > 0 ? { events } : undefined;
      },
    },
    { sleep: async () => {} },
  );
  const root = createHash('sha256').update(list).digest('hex');
  await audit.seal({ v: 1, day: '2026-03-01', at: time('23:00'), runs: 5, root, previous: null });
  const findings = audit.result().findings.map((one) => ['runId' in one && one.runId, one.found, one.lost]);
  expect(findings.toSorted()).toEqual([
    ['again', expect.stringContaining('one with the hash'), lost],
    ['forgotten', 'no such run', lost],
    ['old', expect.stringContaining('one with the hash'), undefined],
    ['open', expect.stringContaining('one with the hash'), lost],
    ['undone', expect.stringContaining('one with the hash'), lost],
  ]);
});
