import { createMemoryLedger, sealedLine, sealHash, type Seal } from '@sluice/ledger';
import { createHash } from 'node:crypto';
import { json, type FakeAnswer } from './fake-system.ts';

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
  await ledger.moveRun(runId, { type: 'cancelRequested', at: at(4), by: '@ana' });
  const root = createHash('sha256').update(list).digest('hex');
  const seal: Seal = { v: 1, day: '2026-03-01', at: at(5), runs: 1, root, previous: null };
  const { items } = await ledger.itemPage(runId, { limit: 9 });
  return { items, events: await ledger.events(runId), list, seal };
}

export type AuditedRun = Awaited<ReturnType<typeof auditedRun>>;

/** Two events a page, and a seal a page. */
export function answerAudit(
  path: string,
  { items, events, list, seal }: AuditedRun,
  runs: readonly object[],
): FakeAnswer | undefined {
  const { pathname, searchParams } = new URL(path, 'http://x');
  const after = Number(searchParams.get('after') ?? 0);
  if (pathname === '/history/runs') return json({ runs });
  if (pathname === `/history/runs/${runId}/events`)
    return json({
      events: events.slice(after, after + 2),
      ...(events.length > after + 2 && { next: String(after + 2) }),
    });
  if (pathname === `/history/runs/${runId}/items`) return json({ items });
  if (pathname === '/history/seals') return json({ seals: [{ ...seal, hash: sealHash(seal) }] });
  return pathname === '/history/seals/2026-03-01/heads' ? json({ text: list }) : undefined;
}
