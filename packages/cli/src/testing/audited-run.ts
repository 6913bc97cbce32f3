import { sealedLine, type Seal } from '@sluice/ledger';
import { createMemoryLedger } from '@sluice/ledger/testing';
import { createHash } from 'node:crypto';

export const runId = 'run-1';

/** A history of four events, and the seal of the first three. */
export async function auditedRun() {
  const at = (n: number) => `2026-03-01T08:00:0${n}.000Z`;
  const ledger = createMemoryLedger({ now: () => new Date(at(0)) });
  const facts = { bucket: 'b', versionId: 'v1', fileName: 'x', bytes: 1, target: 't', emails: [] };
  await ledger.beginRun({ ...facts, runId, key: '=cmd.csv', droppedBy: 'ana' });
  for (const trackers of [1, 2])
    await ledger.moveRun(runId, { type: 'trackerStarted', at: at(trackers), trackers });
  const stored = async () => {
    const run = await ledger.run(runId);
    if (!run) throw new Error('no run');
    return run;
  };
  const list = sealedLine(await stored(), []);
  await ledger.moveRun(runId, { type: 'cancelRequested', at: '2026-03-02T08:00:04.000Z', by: '@ana' });
  const root = createHash('sha256').update(list).digest('hex');
  const seal: Seal = { v: 1, day: '2026-03-01', at: at(5), runs: 1, root, previous: null };
  const { items } = await ledger.itemPage(runId, { limit: 9 });
  return { items, events: await ledger.events(runId), list, seal };
}

export type AuditedRun = Awaited<ReturnType<typeof auditedRun>>;
